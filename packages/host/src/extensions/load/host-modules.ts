import { HOST_FILES, HOST_MANIFEST } from "../../platform/host-facts.ts";
import { createBuiltInModels } from "../../models/built-in-models.ts";
import type { HostModules } from "./module-loader.ts";

type Thunk = () => Promise<object>;

// Literal imports, so that the bundler can follow them. The host importing itself by name is the one arrow that points
// up: it is dynamic, it is here only, and the module cache answers with the instance that is already running.
const host: Thunk = () => import("@tau/host");
const tui: Thunk = () => import("@tau/tui");
const typebox: Thunk = () => import("typebox");
const typeboxValue: Thunk = () => import("typebox/value");
const typeboxCompile: Thunk = () => import("typebox/compile");

/** Inside the host, `pi-ai` also shows TypeBox's builder (L03), and its catalogue is the host's. */
const ai: Thunk = async () => {
	const [names, { Type }] = await Promise.all([import("@tau/ai"), import("typebox")]);
	names.provideBuiltInModels(createBuiltInModels(HOST_FILES.models));
	return { ...names, Type };
};

let agentNames: Promise<object> | undefined;

/** Inside the host, agents that are given no stream function ask models as `pi-ai` does; what replaces it stays (Q05). */
const agent: Thunk = () =>
	(agentNames ??= Promise.all([import("@tau/agent"), import("@tau/ai")]).then(([names, { streamSimple }]) => {
		names.setDefaultStreamFn(streamSimple);
		return names;
	}));

/** One manifest for all packages: they are one product of one version. Its fields can also be imported by name. */
const manifest: () => object = () => ({ ...HOST_MANIFEST, default: HOST_MANIFEST });

/** The name of each published package, by what Tau serves for it. */
const SCOPES: readonly { host: string; agent: string; ai: string; tui: string }[] = [
	...["@earendil-works", "@mariozechner"].map((scope) => ({
		host: `${scope}/pi-coding-agent`,
		agent: `${scope}/pi-agent-core`,
		ai: `${scope}/pi-ai`,
		tui: `${scope}/pi-tui`,
	})),
	{
		host: "@greppleai/grip",
		agent: "@greppleai/grip-agent-core",
		ai: "@greppleai/grip-ai",
		tui: "@greppleai/grip-tui",
	},
];

/** Sub-paths of the model package that extensions import (L02). */
const AI_PATHS = ["", "/compat", "/models", "/oauth", "/providers/all"];

/** Module names that extensions import, and what the running host gives for them (L02). */
export function createHostModules(): HostModules {
	const modules: Record<string, HostModules[string]> = {
		typebox,
		"typebox/value": typeboxValue,
		"typebox/compile": typeboxCompile,
		"@sinclair/typebox": typebox,
		"@sinclair/typebox/value": typeboxValue,
		"@sinclair/typebox/compiler": typeboxCompile,
	};
	for (const scope of SCOPES) {
		modules[scope.host] = host;
		modules[scope.agent] = agent;
		modules[scope.tui] = tui;
		for (const path of AI_PATHS) modules[scope.ai + path] = ai;
		for (const name of Object.values(scope)) modules[`${name}/package.json`] = manifest;
	}
	return modules;
}

/** What `require.resolve` and `import.meta.resolve` answer for them: extensions look for the program from there. */
export function createHostFiles(): Readonly<Record<string, string>> {
	const files: Record<string, string> = {};
	for (const scope of SCOPES) {
		files[scope.host] = HOST_FILES.entry;
		for (const name of Object.values(scope)) files[`${name}/package.json`] = HOST_FILES.manifest;
	}
	return files;
}
