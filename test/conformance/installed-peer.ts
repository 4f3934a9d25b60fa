import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/** What every runner says of the peer. */
export interface InstalledPeer {
	readonly NODE_24: string;
	peerInstalled(): boolean;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const LACK =
	"conformance/node_modules lacks the peer or its Node 24: npm ci --ignore-scripts in conformance/ installs both";

/** Modules of `conformance/` in one. They are plain JavaScript, because they also run without any tool. */
export async function loadConformance<T>(...names: readonly string[]): Promise<T & InstalledPeer> {
	const load = (name: string): Promise<object> =>
		import(/* @vite-ignore */ new URL(`../../conformance/${name}.mjs`, import.meta.url).href);
	return Object.assign({}, ...(await Promise.all([...names, "programs"].map(load)))) as T & InstalledPeer;
}

/** Without the peer a file has this one test, which says so: a comparison that was not made is not silent. */
export function tellLack(what: string, peer: InstalledPeer): void {
	it.each(peer.peerInstalled() ? [] : [LACK])(`${what} not run: %s`, (reason) => {
		console.log(reason);
		expect(peer.peerInstalled()).toBe(false);
	});
}

/** The programs are compared as they are built. */
export function ensureBuilt({ NODE_24 }: InstalledPeer): void {
	if (existsSync(`${ROOT}packages/host/dist/cli.js`)) return;
	const { status, stderr } = spawnSync(NODE_24, ["scripts/build.mjs"], { cwd: ROOT, encoding: "utf8" });
	if (status !== 0) throw new Error(`The build failed: ${stderr}`);
}
