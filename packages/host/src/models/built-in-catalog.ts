import { readFileSync } from "node:fs";
import type { ProviderDefinition } from "./provider-definition.ts";

/** Provider definitions by id, each made when it is asked for. */
export interface ProviderSource {
	keys(): Iterable<string>;
	get(id: string): ProviderDefinition | undefined;
}

/** How every line begins. */
const LINE_ID = /^\{"id":"([^"]+)"/;

/**
 * The providers and models Tau knows by itself, from `data/models.jsonl` of the package: one line per provider, parsed
 * when that provider is asked for, so that a start with one model does not pay for all. Made by
 * `scripts/generate-catalog.mjs`.
 */
export function readBuiltInProviders(file: string): ProviderSource {
	let lines: Map<string, string> | undefined;
	const parsed = new Map<string, ProviderDefinition>();
	const open = (): Map<string, string> => (lines ??= indexLines(readCatalog(file)));
	return {
		keys: () => open().keys(),
		get(id) {
			const known = parsed.get(id);
			if (known !== undefined) return known;
			const line = open().get(id);
			if (line === undefined) return undefined;
			const definition = JSON.parse(line) as ProviderDefinition;
			parsed.set(id, definition);
			return definition;
		},
	};
}

/** A distribution may leave the file out: then there are only the models that its users define. */
function readCatalog(file: string): string {
	try {
		return readFileSync(file, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return "";
		throw error;
	}
}

function indexLines(text: string): Map<string, string> {
	const lines = new Map<string, string>();
	for (const line of text.split("\n")) {
		const id = LINE_ID.exec(line)?.[1];
		if (id !== undefined) lines.set(id, line);
	}
	return lines;
}
