import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const NAMESPACE = "lazy-commonjs";
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;
const IS_MODULE = /^\s*(?:export|import)\b(?!\s*\()/m;

/**
 * esbuild gives a CommonJS package that is imported lazily a chunk with a default export only, so that
 * `(await import("yaml")).parse` works from source and is missing in the bundle. This puts a module in between
 * that exports the names Node would show.
 */
export const lazyCommonjs = {
	name: NAMESPACE,
	setup(build) {
		build.onResolve({ filter: /^[^./]/ }, async ({ path, kind, resolveDir, importer, pluginData }) => {
			if (kind !== "dynamic-import" || pluginData === NAMESPACE || path.startsWith("node:")) return undefined;
			const found = await build.resolve(path, { kind, resolveDir, importer, pluginData: NAMESPACE });
			const isFile = found.errors.length === 0 && !found.external && found.namespace === "file";
			if (!isFile || !/\.c?js$/.test(found.path) || IS_MODULE.test(readFileSync(found.path, "utf8"))) return found;
			return { path: found.path, namespace: NAMESPACE };
		});
		build.onLoad({ filter: /.*/, namespace: NAMESPACE }, async ({ path }) => {
			const names = Object.keys(await import(pathToFileURL(path).href)).filter((name) => IDENTIFIER.test(name));
			return { contents: bridge(path, names), resolveDir: ".", loader: "js" };
		});
	},
};

function bridge(path, names) {
	const exported = names.filter((name) => name !== "default" && name !== "__esModule");
	return [
		`const commonjs = require(${JSON.stringify(path)});`,
		"export default commonjs;",
		...exported.map((name, index) => `const name${index} = commonjs.${name};`),
		`export { ${exported.map((name, index) => `name${index} as ${name}`).join(", ")} };`,
	].join("\n");
}
