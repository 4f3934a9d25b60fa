import type { BuiltInThemes } from "./built-in-themes.ts";
import { Theme } from "./theme.ts";

export interface ThemeLibraryOptions {
	readonly builtIn: BuiltInThemes;
	/** Of files, each name once. A file may take the place of `dark` or `light`. */
	readonly loaded: readonly Theme[];
	/** Why a name has no theme, where its file is broken. */
	readonly problemOf?: (name: string) => string | undefined;
	/** The theme to begin with. */
	readonly current: Theme;
	/** Told after every change. */
	readonly onChange?: (theme: Theme) => void;
}

/** All themes, and the one that is shown: what `ctx.ui` offers in a mode with a screen (I10). */
export class ThemeLibrary {
	readonly #options: ThemeLibraryOptions;
	#current: Theme;

	constructor(options: ThemeLibraryOptions) {
		this.#options = options;
		this.#current = options.current;
	}

	get theme(): Theme {
		return this.#current;
	}

	/** Built-in ones first, then those of files in the order of authority. */
	getAllThemes(): { name: string; path: string | undefined }[] {
		const { builtIn, loaded } = this.#options;
		const names = new Set(builtIn.list().map(({ name }) => name));
		const added = loaded.filter(({ name }) => name !== undefined && !names.has(name));
		return [
			...builtIn.list().map((entry) => ({ ...entry, path: this.#loadedAs(entry.name)?.sourcePath ?? entry.path })),
			...added.map(({ name = "", sourcePath }) => ({ name, path: sourcePath })),
		];
	}

	/** Without switching to it. */
	getTheme(name: string): Theme | undefined {
		return this.#loadedAs(name) ?? this.#options.builtIn.get(name);
	}

	/** A theme that is not there changes nothing. */
	setTheme(theme: string | Theme): { success: boolean; error?: string } {
		const found = typeof theme === "string" ? this.getTheme(theme) : theme;
		if (!(found instanceof Theme)) return { success: false, error: this.#describeMissing(theme) };
		this.#current = found;
		this.#options.onChange?.(found);
		return { success: true };
	}

	#loadedAs(name: string): Theme | undefined {
		return this.#options.loaded.find((theme) => theme.name === name);
	}

	#describeMissing(name: unknown): string {
		if (typeof name !== "string") return "A theme is a name or a Theme";
		return this.#options.problemOf?.(name) ?? `Theme not found: ${name}`;
	}
}
