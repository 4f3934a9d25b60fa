import { existsSync } from "node:fs";
import { resolvePath } from "../platform/app-dirs.ts";
import type { CliArgs } from "./cli-args.ts";

/**
 * The arguments with the paths of resources spelled out: they mean what they meant where the program was started, also
 * when a session runs elsewhere. What is no path is left as it is.
 */
export function fromFolder(args: CliArgs, { cwd, home }: { readonly cwd: string; readonly home: string }): CliArgs {
	const spelledOut = (value: string): string => {
		const path = resolvePath(value, { base: cwd, home });
		return existsSync(path) ? path : value;
	};
	return {
		...args,
		extensions: args.extensions.map(spelledOut),
		skills: args.skills.map(spelledOut),
		promptTemplates: args.promptTemplates.map(spelledOut),
		themes: args.themes.map(spelledOut),
	};
}
