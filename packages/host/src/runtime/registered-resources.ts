import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import type { SlashCommandInfo } from "../extension-api/command.ts";
import type { Skill } from "../extension-api/prompt-options.ts";
import type { RegisteredResource, RegisteredResourceKind } from "../extension-api/registered-resource.ts";
import type { Contributions } from "../extensions/contributions.ts";
import { expandSkill } from "../resources/expand-skill.ts";
import { expandTemplate } from "../resources/expand-template.ts";
import { splitFrontmatter } from "../resources/frontmatter.ts";
import { expandRule } from "../resources/rules.ts";

/** Skills, rules and templates that extensions registered; they stand behind those that are files (API25, Z10). */
export class RegisteredResources {
	readonly #contributions: Contributions;

	constructor(contributions: Contributions) {
		this.#contributions = contributions;
	}

	/** Names are taken by whoever loaded first. */
	list(kind: RegisteredResourceKind): RegisteredResource[] {
		const found = new Map<string, RegisteredResource>();
		for (const { resources } of this.#contributions.records)
			for (const resource of resources.values())
				if (resource.kind === kind && !found.has(resource.name)) found.set(resource.name, resource);
		return [...found.values()];
	}

	/** Skills as the prompt lists them; one with an inline text has no file that the model could read. */
	skills(): Skill[] {
		return this.list("skill").flatMap(({ name, description = "", filePath }) =>
			filePath === undefined ? [] : [{ name, description, filePath, baseDir: dirname(filePath) }],
		);
	}

	/** What `/name`, `/skill:name` and `/rule:name` send; undefined when nothing of that name is registered. */
	expand(text: string): string | undefined {
		const skills = this.list("skill").map((skill) => ({ ...skill, filePath: placeOf(skill) }));
		const readText = (path: string): string | undefined => {
			const skill = skills.find(({ filePath }) => filePath === path);
			return skill && (skill.content ?? readFile(path));
		};
		const withBodies = (kind: RegisteredResourceKind): { name: string; content: string }[] =>
			this.list(kind).map((resource) => ({ name: resource.name, content: bodyOf(resource).trim() }));
		return (
			expandSkill(text, skills, { readText }) ??
			expandRule(text, withBodies("rule")) ??
			expandTemplate(text, withBodies("prompt"))
		);
	}

	/** Templates, then skills, then rules, without the names that are taken. */
	commands(taken: readonly SlashCommandInfo[]): SlashCommandInfo[] {
		const names = new Set(taken.map(({ name }) => name));
		const infos = [
			...this.list("prompt").map((prompt) => commandOf(prompt, "prompt", prompt.name)),
			...this.list("skill").map((skill) => commandOf(skill, "skill", `skill:${skill.name}`)),
			...this.list("rule").map((rule) => commandOf(rule, "prompt", `rule:${rule.name}`)),
		];
		return infos.filter(({ name }) => !names.has(name));
	}
}

function commandOf(
	{ description, sourceInfo }: RegisteredResource,
	source: SlashCommandInfo["source"],
	name: string,
): SlashCommandInfo {
	return { name, ...(description !== undefined && { description }), source, sourceInfo };
}

/** The file, or the extension and the name of what stands in it. */
function placeOf({ filePath, kind, name, sourceInfo }: RegisteredResource): string {
	return filePath ?? `${sourceInfo.path}#${kind}:${name}`;
}

function bodyOf({ content, filePath }: RegisteredResource): string {
	return splitFrontmatter(content ?? readFile(filePath ?? "") ?? "").body;
}

function readFile(path: string): string | undefined {
	try {
		return readFileSync(path, "utf8");
	} catch {
		// A file that is gone is a command that is not there: the text is sent as it is.
		return undefined;
	}
}
