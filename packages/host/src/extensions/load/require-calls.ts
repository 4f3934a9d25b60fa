const CALL: RegExp = /\(\s*(["'`])([^"'`\n$\\]+)\1\s*\)/g;

/**
 * The literal arguments of calls that may be `require` under whatever name (`createRequire` results have any), as far
 * as they matter before the module runs: relative files, to be compiled in time, and host modules, to be awaited.
 */
export function findRequires(code: string, isHostModule: (specifier: string) => boolean): string[] {
	if (!/require/i.test(code)) return [];
	const found = new Set<string>();
	for (const [, , argument = ""] of code.matchAll(CALL)) {
		if (/^\.\.?\//.test(argument) || isHostModule(argument)) found.add(argument);
	}
	return [...found];
}
