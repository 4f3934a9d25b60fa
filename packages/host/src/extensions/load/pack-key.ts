import { parse } from "node:path";
import { contentHash } from "./content-hash.ts";
import { TRANSFORMER_VERSION } from "./transformer.ts";

/** To be raised with every change of what `transformModule` answers for the same source, or of the pack's form. */
const LOADER_VERSION: number = 3;

/** Everything besides the sources that decides what is in a pack. */
export function packKey(hostVersion: string, hostSpecifiers: readonly string[]): string {
	return JSON.stringify([
		LOADER_VERSION,
		TRANSFORMER_VERSION,
		process.version,
		process.arch,
		process.platform,
		hostVersion,
		contentHash([...hostSpecifiers].sort().join("\n")),
	]);
}

/**
 * The file a pack is kept in. V8 refuses a cache of another version or made under other flags, so those share no name:
 * they would evict each other at every start.
 */
export function packPath(packFile: string): string {
	const { dir, name, ext } = parse(packFile);
	const flags = contentHash(JSON.stringify([process.execArgv, process.env["NODE_OPTIONS"] ?? ""]));
	return `${dir === "" ? "" : `${dir}/`}${name}-${process.version}-${process.arch}-${flags}${ext}`;
}
