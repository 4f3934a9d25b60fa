import { createRequire } from "node:module";
import { isRecord } from "../base/is-record.ts";
import { parsePlainLines, splitFrontmatter } from "./frontmatter.ts";

/** What a file says about itself, and its text. */
export interface ParsedFrontmatter<Fields extends Record<string, unknown>> {
	frontmatter: Fields;
	body: string;
}

type Yaml = typeof import("yaml");

/**
 * The published function answers at once and must not make every program load YAML: it is required when a head is more
 * than plain lines. The bundler puts the first form into the bundle; from source there is no `require`.
 */
function yaml(): Yaml {
	return (typeof require === "function" ? require("yaml") : createRequire(import.meta.url)("yaml")) as Yaml;
}

/**
 * Fields between `---` lines at the beginning, and the text after them without blank space around it. A text without
 * such a block is given back as it is, with no fields. Throws where the block is not YAML.
 */
export function parseFrontmatter<Fields extends Record<string, unknown> = Record<string, unknown>>(
	content: string,
): ParsedFrontmatter<Fields> {
	const { head, body } = splitFrontmatter(content);
	if (head === undefined) return { frontmatter: {} as Fields, body: content };
	const fields: unknown = parsePlainLines(head) ?? yaml().parse(head);
	// Lists and plain text have no fields; authors read members without asking.
	return { frontmatter: (isRecord(fields) ? fields : {}) as Fields, body: body.trim() };
}

/** The text after the fields. */
export function stripFrontmatter(content: string): string {
	return parseFrontmatter(content).body;
}
