import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import type { ScriptedTurn } from "@tau/ai";
import { onTestFinished } from "vitest";
import type { Diagnostic } from "../../src/base/diagnostic.ts";
import { parseArgs } from "../../src/cli/args.ts";
import type { CliArgs } from "../../src/cli/cli-args.ts";
import type { ExtensionFault } from "../../src/extensions/hooks/extension-fault.ts";
import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";
import { createBrand, type Brand } from "../../src/platform/brand.ts";
import type { AgentSession } from "../../src/runtime/agent-session.ts";
import type { ModeContext } from "../../src/runtime/extension-context.ts";
import { createNoUi } from "../../src/runtime/no-ui.ts";
import { SessionOwner } from "../../src/runtime/session-owner.ts";
import { chooseSession } from "../../src/runtime/start/choose-session.ts";
import { loadConfiguration, type Configuration } from "../../src/runtime/start/configuration.ts";
import { ExtensionLoader } from "../../src/runtime/start/extension-loader.ts";
import { loadExtensions, type LoadedExtensions } from "../../src/runtime/start/load-extensions.ts";
import { loadModels } from "../../src/runtime/start/load-models.ts";
import type { TrustAsker } from "../../src/runtime/start/project-trust.ts";
import { SessionStarter } from "../../src/runtime/start/session-starter.ts";
import { watchScriptFiles, type SeenRequest } from "./scripted-model.ts";

export interface ProjectOptions {
	/**
	 * Files by path below the root; the home folder is `home`, the working folder `work`. `-> path` is a link,
	 * `| fifo` a pipe that answers nobody, and in a text behind `% ` the sign stands for the root.
	 */
	files?: Record<string, string>;
	/** The command line: `%` stands for the root. */
	words?: string[];
	/** Answers of the model; without them the command line or the configuration names one. */
	model?: ScriptedTurn[];
	env?: Record<string, string>;
	brand?: Brand;
	/** Default: print mode, where nobody can be asked. */
	mode?: ModeContext;
	/** Who is asked about trust; default: nobody. */
	asker?: TrustAsker;
}

export interface TestProject {
	readonly root: string;
	/** What the start reported, the root cut out. */
	readonly problems: string[];
	readonly faults: ExtensionFault[];
	readonly requests: SeenRequest[];
	/** Starts the session; the first prompt does it by itself. Gives the session that runs now. */
	start(): Promise<AgentSession>;
	prompt(text: string): Promise<void>;
	/** What extensions stored under a custom type in the session that runs now. */
	stored(customType: string): Promise<unknown[]>;
	write(name: string, content: string): void;
	/** A text with the root cut out. */
	strip(text: string): string;
}

/**
 * A start as the command line makes it, in a temporary home: configuration, extensions, models, resources, session. Only
 * the model is scripted.
 */
export async function startProject(options: ProjectOptions = {}): Promise<TestProject> {
	const { root, write } = createRoot(options.files ?? {});
	const problems: string[] = [];
	const strip = (text: string): string => text.replaceAll(`${root}/`, "");
	const report = (diagnostics: readonly Diagnostic[]): boolean => {
		for (const { severity, message } of diagnostics) problems.push(strip(`${severity}: ${message}`));
		return diagnostics.some(({ severity }) => severity === "error");
	};
	const words = (options.words ?? []).map((word) => word.replaceAll("%", root));
	if (options.model) {
		write("script.json", JSON.stringify({ turns: options.model }));
		words.push("--model", "scripted/../script.json");
	}
	const faults: ExtensionFault[] = [];
	const hooks = new HookRuntime({ report: (fault) => faults.push(fault) });
	const loaded = await load(words, options, { root, hooks, report });
	const requests: SeenRequest[] = [];
	const unwatch = watchScriptFiles(requests);
	const owner = new SessionOwner(createStarter(loaded), hooks);
	let running: Promise<AgentSession> | undefined;
	const start = async (): Promise<AgentSession> => {
		await (running ??= begin(loaded, owner));
		return owner.current;
	};
	onTestFinished(async () => {
		await running;
		await owner.dispose();
		hooks.close();
		unwatch();
		rmSync(root, { recursive: true, force: true });
	});
	return {
		root,
		problems,
		faults,
		requests,
		start,
		write,
		strip,
		prompt: async (text) => {
			await (await start()).prompt(text);
			await owner.current.waitForIdle();
		},
		stored: async (customType) => {
			const branch = (await start()).session.getBranch();
			return branch.flatMap((entry) =>
				entry.type === "custom" && entry.customType === customType ? [entry.data] : [],
			);
		},
	};
}

/** Source of an extension that says its name when the session starts. */
export const marker = (name: string): string =>
	`export default (pi) => { pi.on("session_start", () => pi.appendEntry("marker", ${JSON.stringify(name)})); };`;

/** As the command line opens sessions. */
const SESSION_TOOLS = { access: "own" } as const;

interface Surroundings {
	root: string;
	hooks: HookRuntime;
	report(diagnostics: readonly Diagnostic[]): boolean;
}

interface Loaded extends Surroundings {
	args: CliArgs;
	configuration: Configuration;
	loader: ExtensionLoader;
	extensions: LoadedExtensions;
	mode: ModeContext;
}

async function load(words: string[], options: ProjectOptions, surroundings: Surroundings): Promise<Loaded> {
	const { root, hooks, report } = surroundings;
	const early = parseArgs(words).args;
	const undecided = await loadConfiguration({
		surroundings: { env: options.env ?? {}, home: join(root, "home"), cwd: join(root, "work") },
		brand: options.brand ?? createBrand({}),
		approve: early.projectTrust,
		asker: options.asker,
	});
	const loader = new ExtensionLoader({ agentDir: undecided.dirs.agentDir, hostVersion: "1.0.0" });
	const { extensions: explicit, noExtensions: onlyExplicit } = early;
	const extensions = await loadExtensions({ configuration: undecided, hooks, loader, explicit, onlyExplicit });
	const { configuration } = extensions;
	report([...configuration.diagnostics, ...extensions.diagnostics]);
	const flags = extensions.host.contributions.flags().map(({ name, options: { type } }) => [name, type] as const);
	const { args, diagnostics } = parseArgs(words, { extensionFlags: new Map(flags) });
	report(diagnostics);
	for (const [name, value] of args.extensionFlags) extensions.host.flagValues.set(name, value);
	const mode = options.mode ?? { mode: "print", ui: createNoUi(), hasUI: false, shutdown: () => {} };
	return { ...surroundings, args, configuration, loader, extensions, mode };
}

function createStarter({ args, configuration, hooks, loader, mode, report }: Loaded): SessionStarter {
	return new SessionStarter({ flags: args, hooks, loader, mode, sessionTools: SESSION_TOOLS, report }, configuration);
}

async function begin(loaded: Loaded, owner: SessionOwner): Promise<AgentSession> {
	const { args, configuration, extensions, report } = loaded;
	const models = await loadModels(configuration, extensions.host);
	report(models.diagnostics);
	const { session } = chooseSession(configuration, args, SESSION_TOOLS);
	const prepared = await createStarter(loaded).prepareLoaded(session, { configuration, extensions }, models);
	report(prepared.selected.diagnostics);
	return owner.begin(prepared);
}

function createRoot(files: Record<string, string>): Pick<TestProject, "root" | "write"> {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "tau-project-")));
	const write: TestProject["write"] = (name, content) => {
		mkdirSync(dirname(join(root, name)), { recursive: true });
		if (content.startsWith("-> ")) symlinkSync(join(root, content.slice(3)), join(root, name));
		else if (content === "| fifo") execFileSync("mkfifo", [join(root, name)]);
		else writeFileSync(join(root, name), content.startsWith("% ") ? content.slice(2).replaceAll("%", root) : content);
	};
	for (const folder of ["home", "work"]) mkdirSync(join(root, folder));
	for (const [name, content] of Object.entries(files)) write(name, content);
	return { root, write };
}
