import type { PromptTemplate } from "./prompt-templates.ts";

const COMMAND = /^\/(\S+)(?:\s+([\s\S]*))?$/;

/** What `/name arguments` sends, or undefined when the text names no template (R05). */
export function expandTemplate(
	text: string,
	templates: readonly Pick<PromptTemplate, "name" | "content">[],
): string | undefined {
	const match = COMMAND.exec(text);
	const template = templates.find(({ name }) => name === match?.[1]);
	if (template === undefined) return undefined;
	return substituteArguments(template.content, splitArguments(match?.[2] ?? ""));
}

/**
 * Splits as a shell would, for the part people rely on: blanks separate; a quote that opens an argument and is closed
 * later groups, and a backslash before the same quote keeps it. Everything else is text.
 */
export function splitArguments(text: string): string[] {
	const found: string[] = [];
	let rest = text.trimStart();
	while (rest !== "") {
		const quoted = readQuoted(rest);
		const plainEnd = rest.slice(quoted?.length ?? 0).search(/\s/);
		const end = plainEnd < 0 ? rest.length : (quoted?.length ?? 0) + plainEnd;
		found.push((quoted?.text ?? "") + rest.slice(quoted?.length ?? 0, end));
		rest = rest.slice(end).trimStart();
	}
	return found;
}

/** The quoted beginning of an argument, without its quotes; undefined when none opens or none closes. */
function readQuoted(text: string): { text: string; length: number } | undefined {
	const quote = text.charAt(0);
	if (quote !== '"' && quote !== "'") return undefined;
	let content = "";
	for (let index = 1; index < text.length; index += 1) {
		const character = text.charAt(index);
		if (character === "\\" && text.charAt(index + 1) === quote) {
			content += quote;
			index += 1;
		} else if (character === quote) return { text: content, length: index + 1 };
		else content += character;
	}
	return undefined;
}

const PLACEHOLDER =
	/\$(?:(?<position>\d+)|(?<all>@|ARGUMENTS\b)|\{(?:(?<named>\d+|@|ARGUMENTS):-(?<fallback>[^}]*)|@:(?<from>\d+)(?::(?<count>\d+))?)\})/g;

interface PlaceholderParts {
	readonly position?: string;
	readonly all?: string;
	readonly named?: string;
	readonly fallback?: string;
	readonly from?: string;
	readonly count?: string;
}

/** Fills the placeholders of R05. One pass: what arguments and defaults contain is text. */
export function substituteArguments(content: string, values: readonly string[]): string {
	return content.replace(PLACEHOLDER, (...match) => {
		const { position, all, named, fallback, from, count } = match.at(-1) as PlaceholderParts;
		if (position !== undefined) return values[Number(position) - 1] ?? "";
		if (all !== undefined) return values.join(" ");
		if (named !== undefined) return valueOf(named, values) || (fallback ?? "");
		// Positions count from 1; 0 means the same as 1, as there is no command name among the arguments.
		const start = Math.max(0, Number(from) - 1);
		return values.slice(start, count === undefined ? undefined : start + Number(count)).join(" ");
	});
}

function valueOf(named: string, values: readonly string[]): string {
	return /^\d/.test(named) ? (values[Number(named) - 1] ?? "") : values.join(" ");
}
