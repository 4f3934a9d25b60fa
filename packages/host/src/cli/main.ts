import { homedir } from "node:os";
import { formatDiagnostic, type Diagnostic } from "../base/diagnostic.ts";
import type { ExtensionFault } from "../extensions/hooks/extension-fault.ts";
import { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import { settingsDeadlines } from "../extensions/hooks/settings-deadlines.ts";
import { BRAND, VERSION } from "../platform/host-facts.ts";
import { offerProgram } from "../platform/program-shim.ts";
import { createNoUi } from "../runtime/no-ui.ts";
import { loadConfiguration } from "../runtime/start/configuration.ts";
import { enterSessionFolder } from "../runtime/start/enter-session-folder.ts";
import { ExtensionLoader } from "../runtime/start/extension-loader.ts";
import { loadExtensions } from "../runtime/start/load-extensions.ts";
import type { TrustAsker } from "../runtime/start/project-trust.ts";
import { parseArgs } from "./args.ts";
import type { CliArgs } from "./cli-args.ts";
import { fromFolder } from "./from-folder.ts";
import { ownStdout } from "./own-stdout.ts";
import { reportLooseFailures } from "./report-loose-failures.ts";
import { tellLongWaits } from "./tell-long-waits.ts";
import { runOnce, type RunSurroundings } from "./run-once.ts";

const stdout = ownStdout();
const warn = (line: string): void => void process.stderr.write(`${line}\n`);

/** Reads the command line twice: extensions bring options of their own. Resolves with the exit code. */
async function main(words: readonly string[]): Promise<number> {
	if (words[0] === "session" && words[1] === "doctor") {
		const { runSessionDoctor } = await import("./session-commands/session-doctor.ts");
		return runSessionDoctor(words.slice(2), (text) => stdout.write(text));
	}
	const early = parseArgs(words);
	if (early.args.version) {
		await stdout.write(`${VERSION}\n`);
		return 0;
	}
	// Warnings come again with the second reading, which is the one that counts.
	if (report(early.diagnostics.filter(({ severity }) => severity === "error"))) return 1;
	markProcess();
	const surroundings = { env: process.env, home: homedir(), cwd: process.cwd() };
	const asker = trustAsker(early.args);
	const started = await loadConfiguration({ surroundings, brand: BRAND, approve: early.args.projectTrust, asker });
	const entered = runsSession(early.args) ? await enterSessionFolder(started, early.args) : started;
	const hooks = new HookRuntime({ report: early.args.mode === "rpc" ? recordFault : warnOfFault });
	hooks.setDeadlines(settingsDeadlines(entered.settings.settings, { hasUser: false }));
	hooks.onWait(tellLongWaits(warn));
	reportLooseFailures((fault) => hooks.fence.report(fault));
	const loader = new ExtensionLoader({
		agentDir: entered.dirs.agentDir,
		hostVersion: VERSION,
		beforeFirst: offerProgram,
	});
	const extensions = await loadExtensions({
		configuration: entered,
		hooks,
		loader,
		explicit: fromFolder(early.args, surroundings).extensions,
		onlyExplicit: early.args.noExtensions,
	});
	const { configuration } = extensions;
	const launched = entered === started ? configuration : started;
	const broken = report([...configuration.diagnostics, ...extensions.diagnostics]);
	if (broken && early.args.strictExtensions) {
		warn(
			`An extension could not be loaded and --strict-extensions is set; start without extensions: ${BRAND.name} --no-extensions`,
		);
		return 1;
	}
	const extensionFlags = new Map(
		extensions.host.contributions.flags().map(({ name, options }) => [name, options.type] as const),
	);
	const { args: given, diagnostics } = parseArgs(words, { extensionFlags });
	if (report(diagnostics)) return 1;
	const args = fromFolder(given, surroundings);
	for (const [name, value] of args.extensionFlags) extensions.host.flagValues.set(name, value);
	const run: RunSurroundings = { args, launched, configuration, hooks, extensions, loader, stdout, warn, report };
	try {
		return await runOnce(run);
	} finally {
		await loader.save();
	}
}

/** Help, lists and exports open no session. */
function runsSession({ help, listModels, exportInput, resume }: CliArgs): boolean {
	return !help && listModels === undefined && exportInput === undefined && !resume;
}

/** Nobody answers before a session runs; what extensions have to say goes to stderr (TRAP101). */
function trustAsker({ mode }: CliArgs): TrustAsker {
	const ui = { ...createNoUi(), notify: warn };
	return { mode: mode === "rpc" || mode === "json" ? mode : "print", hasUI: false, ui };
}

function warnOfFault({ extensionPath, error }: ExtensionFault): void {
	warn(`Extension error (${extensionPath}): ${error}`);
}

/** The form for a program that reads stdout (L20). */
function recordFault({ extensionPath, event, error }: ExtensionFault): void {
	void stdout.write(`${JSON.stringify({ type: "extension_error", extensionPath, event, error })}\n`);
}

/** Shows problems on stderr, one line each; true when one of them is an error. */
function report(diagnostics: readonly Diagnostic[]): boolean {
	for (const diagnostic of diagnostics)
		warn(`${diagnostic.severity === "info" ? "" : `${diagnostic.severity}: `}${formatDiagnostic(diagnostic)}`);
	return diagnostics.some(({ severity }) => severity === "error");
}

/** Lets child processes know who started them (V17, AD20). */
function markProcess(): void {
	process.env["AI_AGENT"] = BRAND.name;
	process.env["PI_CODING_AGENT"] = "true";
}

void main(process.argv.slice(2))
	.catch((error: unknown) => {
		warn(error instanceof Error ? error.message : String(error));
		return 1;
	})
	.then(async (code) => {
		await stdout.flush();
		// Timers and sockets of extensions do not keep a finished program alive.
		process.exit(code);
	});
