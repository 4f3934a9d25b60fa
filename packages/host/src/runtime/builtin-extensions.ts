import type { ExtensionFactory } from "../extension-api/extension-api.ts";

/** The extensions that ship with the host, by name; loaded as `builtin:<name>`, on unless switched off (D07). */
export const BUILTIN_EXTENSIONS: Readonly<Record<string, () => Promise<ExtensionFactory>>> = {
	"tool-search": async () => (await import("../extensions/builtin/tool-search/tool-search.ts")).toolSearch,
};
