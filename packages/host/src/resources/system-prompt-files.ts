import { join } from "node:path";
import { resolvePath } from "../platform/app-dirs.ts";
import type { DiscoveryContext } from "./discovery-options.ts";

export interface SystemPromptFlags {
	/** `--system-prompt`: text, or the path of an existing file. */
	readonly systemPrompt?: string | undefined;
	/** `--append-system-prompt` values. */
	readonly appendSystemPrompt: readonly string[];
}

export interface SystemPromptTexts {
	/** Replaces preamble, tools, rules and docs. */
	readonly customPrompt?: string;
	readonly appendSystemPrompt: string;
	/** The files that were used. */
	readonly sources: readonly string[];
}

/** The user's own prompt texts (R02): the command line over the trusted project's files over the user's files. */
export function findSystemPromptTexts(flags: SystemPromptFlags, context: DiscoveryContext): SystemPromptTexts {
	const sources: string[] = [];
	const custom = readFlag(flags.systemPrompt, { context, sources }) ?? readOwnFile("SYSTEM.md", { context, sources });
	const appended = flags.appendSystemPrompt.flatMap((value) => readFlag(value, { context, sources }) ?? []);
	const addendum =
		appended.length > 0 ? appended.join("\n\n") : (readOwnFile("APPEND_SYSTEM.md", { context, sources }) ?? "");
	return { ...(custom === undefined ? {} : { customPrompt: custom }), appendSystemPrompt: addendum, sources };
}

interface Reading {
	readonly context: DiscoveryContext;
	readonly sources: string[];
}

function readFlag(value: string | undefined, { context, sources }: Reading): string | undefined {
	if (value === undefined || value.trim() === "") return undefined;
	const { folders, files } = context;
	// A text of several lines is never meant as a path, and some systems refuse to look it up.
	const path = value.includes("\n") ? undefined : resolvePath(value, { base: folders.cwd, home: folders.home });
	if (path === undefined || files.kindOf(path) !== "file") return value;
	sources.push(path);
	return files.readText(path)?.trim();
}

function readOwnFile(name: string, { context, sources }: Reading): string | undefined {
	const { folders, files, projectTrusted } = context;
	const places = projectTrusted ? [folders.projectDir, folders.agentDir] : [folders.agentDir];
	for (const place of places) {
		const path = join(place, name);
		const text = files.readText(path)?.trim() ?? "";
		if (text === "") continue;
		sources.push(path);
		return text;
	}
	return undefined;
}
