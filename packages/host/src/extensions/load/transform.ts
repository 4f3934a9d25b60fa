import { extname } from "node:path";
import { Script } from "node:vm";
import type { OxcError } from "oxc-transform";
import { positionAt } from "./failure-place.ts";
import { type LineLookup, collectMarks, createLineLookup } from "./line-marks.ts";
import { placeOnLines } from "./line-placement.ts";
import { moduleSyntaxInvalid } from "./load-error.ts";
import type { CompiledModule } from "./module-record.ts";
import { findRequires } from "./require-calls.ts";
import { type RunnerOutput, parseRunnerOutput } from "./runner-output.ts";
import { decodeMappings } from "./source-map.ts";
import type { Transformer } from "./transformer.ts";
import { type ModuleBody, wrapCommonJs, wrapModule, wrapScript } from "./wrap-module.ts";

export interface SourceFile {
	readonly path: string;
	readonly source: string;
	readonly isHostModule: (specifier: string) => boolean;
}

const TYPED: ReadonlySet<string> = new Set([".ts", ".mts", ".cts", ".tsx", ".jsx"]);
const MODULE_ONLY: ReadonlySet<string> = new Set([".mjs", ".mts"]);
/** A file without any of these words is no ES module, and has no dynamic import that would have to be redirected. */
const MODULE_WORD: RegExp = /\b(?:import|export|await)\b/;
/** A statement that starts with import or export: cheap, and wrong only for text in comments and templates. */
const MODULE_STATEMENT: RegExp = /(?:^|[;}\n])\s*(?:import\s*[\w${*"'.]|export\b)/;
/** The one import form that moduleRunnerTransform leaves half rewritten. */
const DEFAULT_AND_NAMESPACE: RegExp = /^import ([\w$]+), \* as ([\w$]+) from ((?:"(?:[^"\\]|\\.)*")[^;\n]*);$/gm;
const MAYBE_DEFAULT_AND_NAMESPACE: RegExp = /\bimport\s+[\w$]+\s*,\s*\*\s*as\b/;

/** Whether a JavaScript source reads like an ES module; for npm files that do not say. */
export function looksLikeModule(source: string): boolean {
	return MODULE_STATEMENT.test(source);
}

/** Turns one source file into the text of a function that V8 can run and whose lines are the source's own. */
export function transformModule(transformer: () => Transformer, file: SourceFile): CompiledModule {
	const extension = extname(file.path);
	const typed = TYPED.has(extension);
	if (!typed && !MODULE_ONLY.has(extension) && !MODULE_WORD.test(file.source)) {
		return commonJs(file, wrapCommonJs(file.source));
	}
	const printed = print(transformer(), file, typed);
	if (printed === undefined) return commonJs(file, wrapCommonJs(file.source));
	const { body } = printed;
	if (isModule(file, printed) || MODULE_ONLY.has(extension)) return module(file, printed);
	const dynamic = body.includes("__vite_ssr_dynamic_import__");
	return commonJs(file, typed || dynamic ? wrapScript(body) : wrapCommonJs(file.source));
}

interface Printed extends ModuleBody {
	readonly head: RunnerOutput;
}

/** Both transforms and the placing of lines; undefined for JavaScript that only makes sense as CommonJS. */
function print(transformer: Transformer, file: SourceFile, typed: boolean): Printed | undefined {
	const stripped = typed || MAYBE_DEFAULT_AND_NAMESPACE.test(file.source) ? strip(transformer, file) : undefined;
	const input = stripped?.code ?? file.source;
	const run = transformer.moduleRunnerTransformSync(file.path, input, { sourcemap: true });
	if (run.errors.length > 0 && isFatal(run.errors, run.code)) {
		if (!typed && !looksLikeModule(file.source)) return undefined;
		throw syntaxError(run.errors, { ...file, source: input });
	}
	const head = parseRunnerOutput(run.code, run.deps, file.path);
	const map = decodeMappings(run.map?.mappings ?? "");
	const lookup = stripped === undefined ? undefined : createLineLookup(stripped.mappings);
	const marks = collectMarks({ code: run.code, start: head.bodyStart, map, lookup });
	const body = placeOnLines(run.code, head.bodyStart, marks);
	return { head, body, asynchronous: hasTopLevelAwait(body) };
}

/** Takes away types, enums and decorators, and splits `import d, * as ns` in two. */
function strip(transformer: Transformer, file: SourceFile): { code: string; mappings: Int32Array } {
	const extension = extname(file.path);
	const result = transformer.transformSync(file.path, file.source, {
		lang: extension === ".tsx" ? "tsx" : extension === ".jsx" ? "jsx" : extension.endsWith("ts") ? "ts" : "js",
		sourceType: "module",
		sourcemap: true,
		decorator: { legacy: true },
		// The helpers are served by the loader itself, so no package has to be installed for them.
		helpers: { mode: "External" as NonNullable<import("oxc-transform").Helpers["mode"]> },
	});
	if (isFatal(result.errors, result.code)) throw syntaxError(result.errors, file);
	const mappings = decodeMappings(result.map?.mappings ?? "");
	return { code: splitDefaultAndNamespace(result.code, createLineLookup(mappings)), mappings };
}

/** Only where a statement starts: the same text inside a template literal has no mapping. */
function splitDefaultAndNamespace(code: string, starts: LineLookup): string {
	let split = "";
	let copied = 0;
	for (const { 0: whole, 1: name, 2: namespace, 3: from, index } of code.matchAll(DEFAULT_AND_NAMESPACE)) {
		if (starts.exact(positionAt(code, index).line - 1, 0) === undefined) continue;
		split += `${code.slice(copied, index)}import ${name} from ${from}; import * as ${namespace} from ${from};`;
		copied = index + whole.length;
	}
	return split + code.slice(copied);
}

/**
 * The parser also reports what only a type checker minds (its codeframe then names a TS rule) and prints code all the
 * same; such code is run, as the author's other tools run it.
 */
function isFatal(errors: readonly OxcError[], code: string): boolean {
	if (errors.length === 0) return false;
	return (
		code === "" || errors.some((error) => error.severity === "Error" && !/\bTS\(\d+\)/.test(error.codeframe ?? ""))
	);
}

function syntaxError(errors: readonly OxcError[], file: SourceFile): Error {
	const [error] = errors;
	const start = error?.labels[0]?.start;
	// Labels count bytes of UTF-8.
	const offset = start === undefined ? undefined : Buffer.from(file.source).subarray(0, start).toString().length;
	const place = offset === undefined ? {} : positionAt(file.source, offset);
	return moduleSyntaxInvalid(error?.message ?? "cannot be parsed", { file: file.path, ...place });
}

function isModule({ source }: SourceFile, { head, body, asynchronous }: Printed): boolean {
	return (
		asynchronous ||
		head.exports.length > 0 ||
		head.imports.length > 0 ||
		body.includes("__vite_ssr_import_meta__") ||
		/^\s*export\s*\{\s*\}/m.test(source)
	);
}

/**
 * In a class static block `await` is reserved and yet not allowed, which no other body offers: as a plain function
 * `await (x)` would silently be a call. Other errors lead here too; then an async function is as good.
 */
function hasTopLevelAwait(body: string): boolean {
	if (!/\bawait\b/.test(body)) return false;
	try {
		void new Script(`(class{static{${body}\n}})`);
		return false;
	} catch {
		// The answer: a static block with top-level await does not parse.
		return true;
	}
}

function module(file: SourceFile, { head, ...code }: Printed): CompiledModule {
	const { body, asynchronous } = code;
	const silent = head.exports.length === 0 && head.stars.length === 0;
	return {
		format: "module",
		code: wrapModule(head, code),
		imports: head.imports.map(({ specifier }) => specifier),
		exports: head.exports.map(({ name }) => name),
		stars: head.stars,
		requires: findRequires(body, file.isHostModule),
		flags: { asynchronous, assignsExports: silent && /\b(?:module|exports)\b/.test(body), ...findUses(body) },
	};
}

function commonJs(file: SourceFile, code: string): CompiledModule {
	return {
		format: "commonjs",
		code,
		imports: [],
		exports: [],
		stars: [],
		requires: findRequires(file.source, file.isHostModule),
		flags: { asynchronous: false, assignsExports: false, ...findUses(code.slice(code.indexOf("{"))) },
	};
}

function findUses(body: string): { usesRequire: boolean; usesMeta: boolean } {
	return { usesRequire: body.includes("require"), usesMeta: body.includes("__vite_ssr_import_meta__.") };
}
