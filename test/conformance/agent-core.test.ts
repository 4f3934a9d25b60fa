import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import * as agent from "@tau/agent";
import { expect, it } from "vitest";
import { loadConformance, tellLack } from "./installed-peer.ts";

interface Conformance {
	describeAgentCore(module: object): Promise<Record<string, unknown>>;
}

const CONFORMANCE = fileURLToPath(new URL("../../conformance/", import.meta.url));
const PEER = `${CONFORMANCE}node_modules/@earendil-works/pi-agent-core/dist/index.js`;

const conformance = await loadConformance<Conformance>("agent-core");
const installed = conformance.peerInstalled();
const tau = await conformance.describeAgentCore(agent);

tellLack("the comparison of the agent package was", conformance);

function describePeer(): Record<string, unknown> {
	const program = [`${CONFORMANCE}agent-core.mjs`, PEER];
	const { stdout, stderr } = spawnSync(conformance.NODE_24, program, { encoding: "utf8" });
	if (stdout === "") throw new Error(stderr);
	return JSON.parse(stdout) as Record<string, unknown>;
}

const peer = installed ? describePeer() : {};

it.each(Object.keys(peer))("Agent and its loops tell of %s what the peer's do (Q05)", (scenario) => {
	expect(tau[scenario]).toEqual(peer[scenario]);
});
