import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { ExtensionMode } from "../extension-api/context.ts";
import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import { runJson } from "../modes/json/run-json.ts";
import { runPrint } from "../modes/print/run-print.ts";
import type { AgentSession } from "../runtime/agent-session.ts";
import { createSession } from "../runtime/create-session.ts";
import { createNoUi } from "../runtime/no-ui.ts";
import { chooseSession, type ChosenSession } from "../runtime/start/choose-session.ts";
import type { Configuration } from "../runtime/start/configuration.ts";
import type { LoadedExtensions } from "../runtime/start/load-extensions.ts";
import { loadModels, selectModel, type LoadedModels, type SelectedModel } from "../runtime/start/load-models.ts";
import { loadResources, type LoadedResources } from "../runtime/start/load-resources.ts";
import { builtinTools } from "../runtime/start/builtin-tools.ts";
import { selectTools, type ToolFlags } from "../runtime/tool-selection.ts";
import { describeStoreProblem } from "../session/store/describe-store-problem.ts";
import type { CliArgs } from "./cli-args.ts";
import { endOnSignal } from "./end-on-signal.ts";
import { formatHelp } from "./help.ts";
import { formatModelList } from "./list-models.ts";
import type { StdoutWriter } from "./own-stdout.ts";
import { assemblePrompts, type InitialPrompts } from "./stdin-and-files.ts";

/** Columns of help that is piped. */
const HELP_WIDTH = 100;

export interface RunSurroundings {
	readonly args: CliArgs;
	readonly configuration: Configuration;
	readonly hooks: HookRuntime;
	readonly extensions: LoadedExtensions;
	readonly stdout: StdoutWriter;
	warn(line: string): void;
	report(diagnostics: readonly Diagnostic[]): boolean;
}

/** Runs what the command line asks for and ends the session. Resolves with the exit code. */
export async function runOnce(run: RunSurroundings): Promise<number> {
	const { args, configuration, extensions, stdout, report } = run;
	if (args.help) {
		await stdout.write(helpText(run));
		return 0;
	}
	const missing = notYetAvailable(args);
	if (missing) throw new Error(missing);
	const models = await loadModels(configuration, extensions.host);
	report(models.diagnostics);
	if (args.listModels !== undefined) {
		await stdout.write(formatModelList(models.access.getAvailable(), args.listModels));
		return 0;
	}
	const selected = await selectModel(models, args, configuration);
	if (report(selected.diagnostics)) return 1;
	const resources = await loadResources(configuration, args, extensions);
	report(resources.diagnostics);
	const assembled = await readPrompts(run);
	if (!assembled.ok) throw new Error(assembled.error);
	const { prompts } = assembled;
	const session = await startSession(run, { models, selected, resources, chosen: openChosen(run) });
	endOnSignal(() => endSession(session));
	try {
		if (modeOf(args) === "json") return await runJson({ session, prompts, write: (text) => stdout.write(text) });
		return await runPrint({ session, prompts, write: (text) => void stdout.write(text), warn: run.warn });
	} finally {
		await session.dispose();
	}
}

function helpText({ configuration, extensions }: RunSurroundings): string {
	const extensionFlags = extensions.host.contributions.flags().map(({ name, options, extensionPath }) => ({
		...options,
		name,
		owner: extensionPath,
	}));
	return formatHelp({ brand: configuration.brand, extensionFlags, width: process.stdout.columns ?? HELP_WIDTH });
}

async function readPrompts({ args, configuration }: RunSurroundings): Promise<InitialPrompts> {
	const stdin = process.stdin.isTTY ? undefined : await text(process.stdin);
	return assemblePrompts(
		{ stdin, files: args.files, messages: args.messages },
		{ ...configuration.surroundings, readFile },
	);
}

async function endSession(session: AgentSession): Promise<void> {
	session.abort();
	await session.waitForIdle();
	await session.dispose();
}

interface SessionIngredients {
	models: LoadedModels;
	selected: SelectedModel;
	resources: LoadedResources;
	chosen: ChosenSession;
}

async function startSession(
	run: RunSurroundings,
	{ models, selected, resources, chosen }: SessionIngredients,
): Promise<AgentSession> {
	const { args, configuration, hooks, extensions } = run;
	const settings = configuration.settings.settings;
	const flags = toolFlags(args);
	const session = await createSession({
		hooks,
		extensions: extensions.host,
		access: models.access,
		session: chosen.session,
		settings,
		// Print and JSON end by themselves: asking them to shut down does nothing (C14).
		mode: { mode: modeOf(args), ui: createNoUi(), hasUI: false, shutdown: () => {} },
		...selected,
		prompt: resources.prompt,
		builtins: builtinTools(configuration),
		selectTools: (available) => selectTools({ available, defaultTools: settings.defaultTools, flags }),
		mayActivate: (name) =>
			selectTools({ available: [{ definition: { name }, builtin: false }], defaultTools: undefined, flags }).length > 0,
		projectTrusted: configuration.projectTrusted,
		expand: resources.expand,
		resourceCommands: resources.commands,
		isResumed: chosen.isResumed,
		now: Date.now,
		monotonic: () => performance.now(),
	});
	if (args.name !== undefined) session.setName(args.name);
	return session;
}

function openChosen({ args, configuration, report }: RunSurroundings): ChosenSession {
	return chooseSession(configuration, args, { onProblem: (problem) => report([describeStoreProblem(problem)]) });
}

function modeOf(args: CliArgs): Extract<ExtensionMode, "json" | "print"> {
	return args.mode === "json" ? "json" : "print";
}

function toolFlags({ tools, excludeTools, noBuiltinTools, noTools }: CliArgs): ToolFlags {
	return { ...(tools && { tools }), excludeTools, noBuiltinTools, noTools };
}

/** What the command line knows and this version cannot do yet: said at once, never half done. */
function notYetAvailable(args: CliArgs): string | undefined {
	if (args.mode === "rpc") return "--mode rpc is not available in this version";
	if (args.fork !== undefined) return "--fork is not available in this version";
	if (args.resume) return "--resume is not available in this version; use --continue or --session";
	if (args.exportInput !== undefined) return "--export is not available in this version";
	const interactive = !args.print && args.mode === undefined && process.stdin.isTTY && process.stdout.isTTY;
	return interactive ? 'The terminal interface is not available in this version; ask with --print "…"' : undefined;
}
