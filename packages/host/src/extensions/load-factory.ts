import type { ExtensionFactory } from "../extension-api/extension-api.ts";
import type { ModuleLoader } from "./load/module-loader.ts";
import { formatPlace, ModuleLoadError } from "./load/load-error.ts";

export type LoadedFactory =
	| { ok: true; factory: ExtensionFactory }
	| { ok: false; problem: { message: string; path?: string; line?: number; column?: number } };

/** The factory of an extension, or why there is none. Never rejects. */
export async function loadFactory(
	code: { file: string } | { factory: ExtensionFactory },
	loader: () => Promise<ModuleLoader>,
): Promise<LoadedFactory> {
	if ("factory" in code) return { ok: true, factory: code.factory };
	try {
		const { namespace } = await (await loader()).load(code.file);
		const factory = defaultExport(namespace);
		if (typeof factory === "function") return { ok: true, factory: factory as ExtensionFactory };
		return { ok: false, problem: { message: "does not export a valid factory function" } };
	} catch (error) {
		return { ok: false, problem: describe(error) };
	}
}

/** CommonJS that was compiled from ESM carries its default export inside another one. */
function defaultExport(namespace: Record<string, unknown>): unknown {
	const exported = namespace["default"];
	if (typeof exported === "function" || exported === null || typeof exported !== "object") return exported;
	return (exported as { default?: unknown }).default;
}

function describe(error: unknown): { message: string; path?: string; line?: number; column?: number } {
	if (!(error instanceof ModuleLoadError)) return { message: error instanceof Error ? error.message : String(error) };
	const { file, line, column } = error;
	// The place is told beside the message; some messages begin with it, too.
	const place = file === undefined ? "" : `${formatPlace({ file, line, column })}: `;
	return {
		message: error.message.startsWith(place) ? error.message.slice(place.length) : error.message,
		...(file !== undefined && { path: file }),
		...(line !== undefined && { line }),
		...(column !== undefined && { column }),
	};
}
