import { createRequire } from "node:module";

export interface RequireAnswers {
	/** `native` is Node's own `require` for the same place. */
	load(specifier: string, native: () => NodeJS.Require): unknown;
	/** The path a specifier means; undefined leaves the question to Node. */
	resolve(specifier: string): string | undefined;
}

/** A `require` for code at `path`: Node's own in form, but it knows the host's modules and TypeScript. */
export function createRequireFunction(path: string, answers: RequireAnswers): NodeJS.Require {
	let own: NodeJS.Require | undefined;
	const native = (): NodeJS.Require => (own ??= createRequire(path));
	const require = (specifier: unknown): unknown =>
		typeof specifier === "string" && specifier !== "" ? answers.load(specifier, native) : native()(specifier as string);
	const resolve = (specifier: string, options?: { paths?: string[] }): string =>
		(options === undefined ? answers.resolve(specifier) : undefined) ?? native().resolve(specifier, options);
	Object.defineProperties(require, {
		resolve: {
			value: Object.assign(resolve, { paths: (name: string) => native().resolve.paths(name) }),
			enumerable: true,
		},
		cache: { get: () => native().cache, enumerable: true },
		extensions: { get: () => native().extensions, enumerable: true },
		main: { get: () => native().main, enumerable: true },
	});
	return require as NodeJS.Require;
}
