import { locateDiscovered, locateResources, type DiscoveredPath } from "../../resources/resource-locations.ts";
import { withoutDuplicates } from "../../resources/resource-source.ts";
import { type LoadedThemes, loadThemes } from "../../resources/themes.ts";
import { detectColorMode } from "../../theme/terminal-color.ts";
import type { Configuration } from "./configuration.ts";
import type { LoadedExtensions } from "./load-extensions.ts";

/** What the command line says about themes. */
export interface ThemeFlags {
	/** `--theme` values. */
	readonly themes: readonly string[];
	readonly noThemes: boolean;
}

export interface ThemePlaces {
	readonly flags: ThemeFlags;
	readonly packages: Pick<LoadedExtensions, "packages" | "temporaryPackages">;
	/** What extensions brought along; it comes last. */
	readonly discovered: readonly DiscoveredPath[];
}

/** Finds and reads the themes of a folder, in the order of authority (R06). A start without a screen never gets here. */
export async function findThemes(
	{ discovery, settings, surroundings }: Configuration,
	{ flags, packages, discovered }: ThemePlaces,
): Promise<LoadedThemes> {
	const { files } = discovery;
	const entries = settings.resources.themes;
	const { themes: cli, noThemes: onlyExplicit } = flags;
	const located = await locateResources({ kind: "themes", cli, entries, ...packages, onlyExplicit }, discovery);
	const more = locateDiscovered("themes", discovered, discovery);
	const mode = detectColorMode({ setting: settings.settings.terminal?.trueColor, env: surroundings.env });
	const all = withoutDuplicates([...located.resources, ...more.resources], files.realPath);
	const { themes, diagnostics } = loadThemes(all, files, mode);
	return { themes, diagnostics: [...located.diagnostics, ...more.diagnostics, ...diagnostics] };
}
