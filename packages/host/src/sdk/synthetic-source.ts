import type { SourceInfo } from "../extension-api/source-info.ts";

/** Provenance of something that an embedder made and no file holds. */
export function createSyntheticSourceInfo(
	path: string,
	options: Pick<SourceInfo, "source"> & Partial<Pick<SourceInfo, "scope" | "origin" | "baseDir">>,
): SourceInfo {
	return { path, scope: "temporary", origin: "top-level", ...options };
}
