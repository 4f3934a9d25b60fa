import { basename, dirname } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import { parseFrontmatter } from "./frontmatter.ts";
import type { ResourceFiles } from "./resource-files.ts";
import type { ResourceSource, Sourced } from "./resource-source.ts";

/** A skill as the prompt lists it and `/skill:name` calls it (R04). */
export type LoadedSkill = {
	name: string;
	description: string;
	filePath: string;
	/** Paths inside the skill are relative to this folder. */
	baseDir: string;
	/** True keeps it out of the prompt; the command still works. */
	disableModelInvocation: boolean;
	sourceInfo: ResourceSource;
};

export interface LoadedSkills {
	readonly skills: readonly LoadedSkill[];
	readonly diagnostics: readonly Diagnostic[];
}

const NAME_RULE = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** Limits of the Agent Skills specification. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1024;

/** Reads the skills in order; where a name is taken the first keeps it and the other is reported (R04). */
export async function loadSkills(located: readonly Sourced[], files: ResourceFiles): Promise<LoadedSkills> {
	const diagnostics: Diagnostic[] = [];
	const skills = new Map<string, LoadedSkill>();
	for (const resource of located) {
		const skill = await loadSkill(resource, { files, diagnostics });
		if (skill === undefined) continue;
		const winner = skills.get(skill.name);
		if (winner === undefined) skills.set(skill.name, skill);
		else {
			const message = `skill "${skill.name}" is left out: the name belongs to ${winner.filePath}`;
			diagnostics.push({ severity: "warning", message, path: skill.filePath });
		}
	}
	return { skills: [...skills.values()], diagnostics };
}

interface LoadContext {
	readonly files: ResourceFiles;
	readonly diagnostics: Diagnostic[];
}

async function loadSkill({ path, source }: Sourced, context: LoadContext): Promise<LoadedSkill | undefined> {
	const warn = (message: string, line?: number) =>
		context.diagnostics.push({ severity: "warning", message, path, ...(line === undefined ? {} : { line }) });
	const parsed = await parseFrontmatter(context.files.readText(path) ?? "");
	if (!parsed.ok) {
		warn(`skill is left out: ${parsed.problem}`, parsed.line);
		return undefined;
	}
	const isDeclared = basename(path) === "SKILL.md" || Object.keys(parsed.fields).length > 0;
	const description = textOf(parsed.fields["description"]);
	if (description === undefined) {
		// A Markdown file without any frontmatter beside skills is most likely a README.
		if (isDeclared) warn("skill is left out: it has no description");
		return undefined;
	}
	const name = textOf(parsed.fields["name"]) ?? defaultName(path);
	for (const problem of findProblems({ name, description })) warn(problem);
	return {
		name,
		description,
		filePath: path,
		baseDir: dirname(path),
		disableModelInvocation: parsed.fields["disable-model-invocation"] === true,
		sourceInfo: source,
	};
}

function defaultName(path: string): string {
	return basename(path) === "SKILL.md" ? basename(dirname(path)) : basename(path, ".md");
}

function findProblems({ name, description }: { name: string; description: string }): string[] {
	const problems: string[] = [];
	if (!NAME_RULE.test(name)) {
		problems.push(`skill name "${name}": use lowercase letters, numbers and single hyphens`);
	}
	if (name.length > MAX_NAME) problems.push(`skill name is longer than ${MAX_NAME} characters`);
	if (description.length > MAX_DESCRIPTION) {
		problems.push(`skill "${name}": the description is longer than ${MAX_DESCRIPTION} characters`);
	}
	return problems;
}

function textOf(value: unknown): string | undefined {
	const text = typeof value === "number" ? String(value) : value;
	return typeof text === "string" && text.trim() !== "" ? text.trim() : undefined;
}
