import type { RunnerOutput } from "./runner-output.ts";

/**
 * The two shapes of function that module code is wrapped in. The names starting with `__vite_ssr` are the
 * transformer's. Everything is put on the first line before the body, so that the body keeps its lines.
 */
export const MODULE_PARAMETERS: string =
	"__tau_export__,__tau_imports__,__tau_run__,__vite_ssr_dynamic_import__,__vite_ssr_import_meta__," +
	"require,__filename,__dirname,babelHelpers,module,exports";

export const COMMONJS_PARAMETERS: string =
	"exports,require,module,__filename,__dirname,__vite_ssr_dynamic_import__,__vite_ssr_import_meta__,babelHelpers";

export interface ModuleBody {
	/** What follows imports and exports, each token on its line. */
	readonly body: string;
	/** It has top-level await. */
	readonly asynchronous: boolean;
}

/**
 * Wrapped twice: a module may itself declare `require`, `__dirname` or `__filename` (very common) and one that does
 * not may use them. Bindings of all imports exist before any of them runs, and exports before that, so that
 * functions called early in an import cycle find what ES modules would let them find.
 */
export function wrapModule(head: RunnerOutput, { body, asynchronous }: ModuleBody): string {
	const getters = head.exports.map(({ expression }) => `()=>${expression}`).join();
	const bindings = head.imports.map(({ binding }, index) => `${binding}=__tau_imports__[${index}]`).join();
	return (
		`(function(${MODULE_PARAMETERS}){"use strict";return ${asynchronous ? "async " : ""}function(){` +
		(getters === "" ? "" : `__tau_export__([${getters}]);`) +
		(bindings === "" ? "" : `const ${bindings};__tau_run__();`) +
		`${body}\n}})`
	);
}

/** Plain CommonJS is wrapped as Node does it, so that `var exports = exports || {}` means what it means there. */
export function wrapCommonJs(source: string): string {
	return `(function(${COMMONJS_PARAMETERS}){${source.replace(/^#!/, "//")}\n})`;
}

/** TypeScript without module syntax: CommonJS, but it may redeclare the names that CommonJS provides. */
export function wrapScript(body: string): string {
	return `(function(${COMMONJS_PARAMETERS}){return (function(){${body}\n}).call(this)})`;
}
