import { basename } from "node:path";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { TerminalColorMode } from "../theme/terminal-color.ts";
import type { Theme } from "../theme/theme.ts";
import { createTheme, readThemeDefinition } from "../theme/theme-definition.ts";
import type { ResourceFiles } from "./resource-files.ts";
import type { Sourced } from "./resource-source.ts";

/** A name that two files claim. */
export interface ThemeCollision {
	readonly name: string;
	readonly winnerPath: string;
	readonly loserPath: string;
}

export interface ThemeDiagnostic extends Diagnostic {
	readonly collision?: ThemeCollision;
}

export interface LoadedThemes {
	readonly themes: readonly Theme[];
	readonly diagnostics: readonly ThemeDiagnostic[];
}

/** Reads themes in order (R06). A broken one is told with everything that is wrong in it; a name goes to the first. */
export function loadThemes(located: readonly Sourced[], files: ResourceFiles, mode: TerminalColorMode): LoadedThemes {
	const diagnostics: ThemeDiagnostic[] = [];
	const themes = new Map<string, { theme: Theme; path: string }>();
	for (const { path, source } of located) {
		const text = files.readText(path);
		const reading = text === undefined ? UNREADABLE : readThemeDefinition(text);
		if (!reading.ok) {
			const message = `theme "${basename(path, ".json")}" is left out: ${reading.problems.join("; ")}`;
			diagnostics.push({ severity: "warning", message, path });
			continue;
		}
		const { name } = reading.definition;
		if (reading.remarks.length > 0) {
			const message = `theme "${name}" is used as far as it goes: ${reading.remarks.join("; ")}`;
			diagnostics.push({ severity: "warning", message, path });
		}
		const winner = themes.get(name);
		if (winner === undefined) {
			const theme = createTheme(reading.definition, mode, { sourcePath: path, sourceInfo: { ...source } });
			themes.set(name, { theme, path });
			continue;
		}
		const message = `theme "${name}" is left out: the name belongs to ${winner.path}`;
		const collision = { name, winnerPath: winner.path, loserPath: path };
		diagnostics.push({ severity: "warning", message, path, collision });
	}
	return { themes: [...themes.values()].map(({ theme }) => theme), diagnostics };
}

const UNREADABLE = { ok: false, problems: ["it cannot be read"] } as const;
