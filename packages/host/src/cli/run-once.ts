import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import type { Diagnostic } from "../base/diagnostic.ts";
import type { ExtensionMode } from "../extension-api/context.ts";
import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import { toJsonEvent } from "../modes/json/json-event.ts";
import { runJson } from "../modes/json/run-json.ts";
import { runPrint } from "../modes/print/run-print.ts";
import type { RpcMode } from "../modes/rpc/run-rpc.ts";
import { modelImageLimits } from "../platform/images/image-limits.ts";
import { prepareImage } from "../platform/images/prepare-image.ts";
import type { ModeContext } from "../runtime/extension-context.ts";
import { createNoUi } from "../runtime/no-ui.ts";
import { SessionOwner } from "../runtime/session-owner.ts";
import { chooseSession, sessionDirOf } from "../runtime/start/choose-session.ts";
import type { Configuration } from "../runtime/start/configuration.ts";
import type { ExtensionLoader } from "../runtime/start/extension-loader.ts";
import { imagePolicy } from "../runtime/start/image-policy.ts";
import type { LoadedExtensions } from "../runtime/start/load-extensions.ts";
import { loadModels, type SelectedModel } from "../runtime/start/load-models.ts";
import { SessionStarter, type PreparedStart } from "../runtime/start/session-starter.ts";
import type { SessionTools } from "../session/open-session.ts";
import type { Session } from "../session/session.ts";
import { describeStoreProblem } from "../session/store/describe-store-problem.ts";
import type { CliArgs } from "./cli-args.ts";
import { endOnSignal } from "./end-on-signal.ts";
import { formatHelp } from "./help.ts";
import { formatModelList } from "./list-models.ts";
import type { StdoutWriter } from "./own-stdout.ts";
import { assemblePrompts, type InitialPrompts } from "./stdin-and-files.ts";

type Prompts = Extract<InitialPrompts, { ok: true }>["prompts"];

/** Columns of help that is piped. */
const HELP_WIDTH = 100;

export interface RunSurroundings {
	readonly args: CliArgs;
	/** Of the folder in which the program was started: names of sessions are looked up from there. */
	readonly launched: Configuration;
	/** Of the folder in which the session runs. */
	readonly configuration: Configuration;
	readonly hooks: HookRuntime;
	readonly extensions: LoadedExtensions;
	readonly loader: ExtensionLoader;
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
	if (args.exportInput !== undefined) return exportSession(run, args.exportInput);
	if (args.resume) return listRecentSessions(run);
	const missing = notYetAvailable(args);
	if (missing) throw new Error(missing);
	const models = await loadModels(configuration, extensions.host);
	report(models.diagnostics);
	if (args.listModels !== undefined) {
		await stdout.write(formatModelList(models.access.getAvailable(), args.listModels));
		return 0;
	}
	const rpc = args.mode === "rpc" ? await createRpcMode(run) : undefined;
	const starter = createStarter(run, rpc?.context ?? silentMode(args));
	const chosen = openChosen(run);
	const prepared = await starter.prepareLoaded(chosen, { configuration, extensions }, models);
	if (report(prepared.selected.diagnostics)) return 1;
	if (rpc) return serve(run, rpc, { starter, prepared });
	const assembled = await readPrompts(run, prepared.selected);
	if (!assembled.ok) throw new Error(assembled.error);
	const owner = new SessionOwner(starter, run.hooks);
	endOnSignal(() => endSession(owner));
	const session = await owner.begin(prepared);
	if (args.name !== undefined) session.setName(args.name);
	try {
		return await play(run, owner, assembled.prompts);
	} finally {
		await owner.dispose();
	}
}

/** Lets a program at the other end of stdin and stdout run the sessions. */
async function serve(
	{ args, hooks }: RunSurroundings,
	rpc: RpcMode,
	{ starter, prepared }: { starter: SessionStarter; prepared: PreparedStart },
): Promise<number> {
	const owner = new SessionOwner(starter, hooks);
	let isEnding = false;
	void rpc.ended.then(() => (isEnding = true));
	endOnSignal(async () => {
		// An end that has begun is not interrupted by the signal that many clients send along with it.
		if (!isEnding) rpc.abort();
		await rpc.answered();
		await owner.dispose();
	});
	// Nobody reads any more.
	process.stdout.once("error", () => rpc.abort());
	rpc.listen(owner);
	const session = await owner.begin(prepared);
	if (args.name !== undefined) session.setName(args.name);
	try {
		return await rpc.run(owner);
	} finally {
		await owner.dispose();
	}
}

function play({ args, stdout, warn }: RunSurroundings, sessions: SessionOwner, prompts: Prompts): Promise<number> {
	if (modeOf(args) === "json") return runJson({ sessions, prompts, write: (text) => stdout.write(text) });
	return runPrint({ sessions, prompts, write: (text) => void stdout.write(text), warn });
}

/** `--export input [output]`: no extension, model or session of this start is needed. */
async function exportSession({ args, configuration, stdout, report }: RunSurroundings, input: string): Promise<number> {
	const { runExport } = await import("../export/run-export.ts");
	const { cwd, home } = configuration.surroundings;
	const { onProblem } = sessionTools({ configuration, report });
	const { shown } = await runExport({ input, output: args.exportOutput }, { cwd, home, onProblem });
	await stdout.write(`Exported to: ${shown}\n`);
	return 0;
}

function helpText({ configuration, extensions }: RunSurroundings): string {
	const extensionFlags = extensions.host.contributions.flags().map(({ name, options, extensionPath }) => ({
		...options,
		name,
		owner: extensionPath,
	}));
	return formatHelp({ brand: configuration.brand, extensionFlags, width: process.stdout.columns ?? HELP_WIDTH });
}

async function readPrompts(
	{ args, configuration }: RunSurroundings,
	{ model }: SelectedModel,
): Promise<InitialPrompts> {
	const stdin = process.stdin.isTTY ? undefined : await text(process.stdin);
	const images = { policy: imagePolicy(configuration.settings.settings), limits: modelImageLimits(model) };
	return assemblePrompts(
		{ stdin, files: args.files, messages: args.messages },
		{
			...configuration.surroundings,
			readFile,
			prepareImage: (bytes) => prepareImage(bytes, images, undefined),
		},
	);
}

async function endSession(owner: SessionOwner): Promise<void> {
	owner.abort();
	await owner.dispose();
}

async function createRpcMode({ hooks, stdout, warn }: RunSurroundings): Promise<RpcMode> {
	// Runs of other modes do not read it.
	const { RpcMode } = await import("../modes/rpc/run-rpc.ts");
	const write = (text: string): void | Promise<void> => stdout.write(text);
	return new RpcMode({ input: process.stdin, hooks, write, warn, toWire: toJsonEvent });
}

/** Print and JSON end by themselves: asking them to shut down does nothing (C14). */
function silentMode(args: CliArgs): ModeContext {
	return { mode: modeOf(args), ui: createNoUi(), hasUI: false, shutdown: () => {} };
}

function createStarter(
	{ args, configuration, hooks, loader, report }: RunSurroundings,
	mode: ModeContext,
): SessionStarter {
	return new SessionStarter(
		{
			flags: args,
			hooks,
			loader,
			mode,
			sessionTools: sessionTools({ configuration, report }),
			report,
		},
		configuration,
	);
}

function sessionTools({ configuration, report }: Pick<RunSurroundings, "configuration" | "report">): SessionTools {
	return {
		indexDir: indexDirOf(configuration),
		onProblem: (problem) => report([describeStoreProblem(problem)]),
		// A second process learns at once who writes the session, and not after its first request (PC-32).
		access: "own",
		sync: configuration.settings.settings.session?.sync,
	};
}

/** `--resume` where nobody can choose from a list. */
async function listRecentSessions({ args, configuration, warn }: RunSurroundings): Promise<number> {
	const [{ describeRecentSessions }, { listSessions }] = await Promise.all([
		import("./session-commands/recent-sessions.ts"),
		import("../session/catalog.ts"),
	]);
	const { cwd } = configuration.surroundings;
	const { sessionDir } = sessionDirOf(configuration, args);
	const indexDir = indexDirOf(configuration);
	const sessions = await listSessions(sessionDir, { cwd, indexDir }, new AbortController().signal);
	warn(describeRecentSessions(sessions, { folder: cwd, program: configuration.brand.name, now: Date.now() }));
	return 1;
}

function indexDirOf({ dirs }: Configuration): string {
	return join(dirs.agentDir, "cache", "sessions");
}

function openChosen({ args, launched, report }: RunSurroundings): Session {
	const { session, diagnostics } = chooseSession(launched, args, sessionTools({ configuration: launched, report }));
	report(diagnostics);
	return session;
}

function modeOf(args: CliArgs): Extract<ExtensionMode, "json" | "print"> {
	return args.mode === "json" ? "json" : "print";
}

/** What the command line knows and this version cannot do yet: said at once, never half done. */
function notYetAvailable(args: CliArgs): string | undefined {
	const interactive = !args.print && args.mode === undefined && process.stdin.isTTY && process.stdout.isTTY;
	return interactive ? 'The terminal interface is not available in this version; ask with --print "…"' : undefined;
}
