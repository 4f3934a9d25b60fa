import { basename } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import type { ResourceFiles } from "./resource-files.ts";
import type { ResourceSource, Sourced } from "./resource-source.ts";

/** A Markdown file with instructions that a user adds to a request as `/rule:name` (R09). */
export interface Rule {
	/** The file name without its ending. */
	readonly name: string;
	readonly description: string;
	readonly content: string;
	readonly filePath: string;
	readonly sourceInfo: ResourceSource;
}

export interface LoadedRules {
	readonly rules: readonly Rule[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads the rules in order; where a name is taken the first keeps it and the other is reported. */
export async function loadRules(located: readonly Sourced[], files: ResourceFiles): Promise<LoadedRules> {
	const diagnostics: Diagnostic[] = [];
	const rules = new Map<string, Rule>();
	for (const { path, source } of located) {
		const parsed = await parseFrontmatter(files.readText(path) ?? "");
		if (!parsed.ok) {
			const message = `rule is left out: ${parsed.problem}`;
			diagnostics.push({ severity: "warning", message, path, line: parsed.line });
			continue;
		}
		const name = basename(path, ".md");
		const winner = rules.get(name);
		if (winner !== undefined) {
			const message = `rule "${name}" is left out: the name belongs to ${winner.filePath}`;
			diagnostics.push({ severity: "warning", message, path });
			continue;
		}
		const content = parsed.body.trim();
		const { description } = parsed.fields;
		const firstLine = content.split(/\r?\n/, 1)[0] ?? "";
		const said = typeof description === "string" ? description.trim() : "";
		rules.set(name, { name, description: said || firstLine, content, filePath: path, sourceInfo: source });
	}
	return { rules: [...rules.values()], diagnostics };
}

const COMMAND = /^\/rule:(\S+)(?:\s+([\s\S]*))?$/;

/** What `/rule:name request` sends: the rule, then a blank line and the request. Undefined for anything else. */
export function expandRule(text: string, rules: readonly Pick<Rule, "name" | "content">[]): string | undefined {
	const match = COMMAND.exec(text);
	const rule = rules.find(({ name }) => name === match?.[1]);
	if (rule === undefined) return undefined;
	const request = match?.[2]?.trim() ?? "";
	return request === "" ? rule.content : `${rule.content}\n\n${request}`;
}
