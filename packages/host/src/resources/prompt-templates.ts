import { basename } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import type { ResourceFiles } from "./resource-files.ts";
import type { ResourceSource, Sourced } from "./resource-source.ts";

/** A Markdown file that is a command (R05). */
export interface PromptTemplate {
	/** The file name without its ending; typed as `/name`. */
	name: string;
	description: string;
	/** Shown in completion, such as `<file> [focus]`. */
	argumentHint?: string;
	content: string;
	filePath: string;
	sourceInfo: ResourceSource;
}

export interface LoadedPromptTemplates {
	readonly templates: readonly PromptTemplate[];
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads the templates in order; where a name is taken the first keeps it and the other is reported. */
export async function loadPromptTemplates(
	located: readonly Sourced[],
	files: ResourceFiles,
): Promise<LoadedPromptTemplates> {
	const diagnostics: Diagnostic[] = [];
	const templates = new Map<string, PromptTemplate>();
	for (const { path, source } of located) {
		const parsed = await parseFrontmatter(files.readText(path) ?? "");
		if (!parsed.ok) {
			const message = `prompt template is left out: ${parsed.problem}`;
			diagnostics.push({ severity: "warning", message, path, line: parsed.line });
			continue;
		}
		const template = createTemplate({ path, source }, parsed);
		const winner = templates.get(template.name);
		if (winner === undefined) templates.set(template.name, template);
		else {
			const message = `prompt template "${template.name}" is left out: the name belongs to ${winner.filePath}`;
			diagnostics.push({ severity: "warning", message, path });
		}
	}
	return { templates: [...templates.values()], diagnostics };
}

function createTemplate(
	{ path, source }: Sourced,
	{ fields, body }: { fields: Readonly<Record<string, unknown>>; body: string },
): PromptTemplate {
	const content = body.trim();
	const hint = fields["argument-hint"];
	const description = fields["description"];
	const firstLine = content.split(/\r?\n/, 1)[0] ?? "";
	return {
		name: basename(path, ".md"),
		description: typeof description === "string" && description.trim() !== "" ? description.trim() : firstLine,
		...(hint === undefined || hint === null ? {} : { argumentHint: describeHint(hint) }),
		content,
		filePath: path,
		sourceInfo: source,
	};
}

/** `[focus]` without quotes is a list to YAML, though the author meant the brackets. */
function describeHint(hint: unknown): string {
	return Array.isArray(hint) ? `[${hint.join(", ")}]` : String(hint);
}
