import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { PassThrough } from "node:stream";
import type { ScriptedTurn } from "@tau/ai";
import { onTestFinished, vi } from "vitest";
import { parseArgs } from "../../src/cli/args.ts";
import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";
import { toJsonEvent } from "../../src/modes/json/json-event.ts";
import { RpcMode } from "../../src/modes/rpc/run-rpc.ts";
import { createBrand } from "../../src/platform/brand.ts";
import type { RpcCommandType, RpcGives } from "../../src/rpc/rpc-types.ts";
import { SessionOwner } from "../../src/runtime/session-owner.ts";
import { chooseSession } from "../../src/runtime/start/choose-session.ts";
import { loadConfiguration } from "../../src/runtime/start/configuration.ts";
import { ExtensionLoader } from "../../src/runtime/start/extension-loader.ts";
import { loadExtensions } from "../../src/runtime/start/load-extensions.ts";
import { loadModels } from "../../src/runtime/start/load-models.ts";
import { SessionStarter } from "../../src/runtime/start/session-starter.ts";
import { watchScriptFiles, type SeenRequest } from "../harness/scripted-model.ts";

/** A line that the mode wrote. */
export type WireRecord = { readonly type: string; readonly [field: string]: unknown };

export interface RpcHostOptions {
	readonly turns?: ScriptedTurn[];
	/** Source of an extension. */
	readonly extension?: string;
	readonly words?: readonly string[];
	/** Below the home folder. */
	readonly files?: Readonly<Record<string, string>>;
}

export interface RpcHost {
	readonly root: string;
	readonly records: WireRecord[];
	readonly requests: SeenRequest[];
	readonly warnings: string[];
	/** Exit code of the mode. */
	readonly ended: Promise<number>;
	/** Sends a command under an id of its own and resolves with its response. */
	call<T extends RpcCommandType>(type: T, fields?: object): Promise<Answer<T>>;
	/** Sends anything. */
	send(record: object | string): void;
	/** Resolves with the first record that fits, now or later. */
	seen(fits: Partial<Record<string, unknown>>): Promise<WireRecord>;
	/** Closes stdin. */
	close(): void;
}

/** A response; `data` is there when it succeeded. */
interface Answer<T extends RpcCommandType> {
	readonly success: boolean;
	readonly error?: string;
	readonly data: RpcGives<T>;
}

/** RPC mode in this process: a start as the command line makes it, pipes in memory, a scripted model. */
export async function startRpc(options: RpcHostOptions = {}): Promise<RpcHost> {
	const root = createRoot(options);
	const words = ["--model", "scripted/../script.json", ...(options.words ?? [])];
	if (options.extension !== undefined) words.push("--extension", join(root, "extension.ts"));
	const records: WireRecord[] = [];
	const warnings: string[] = [];
	const requests: SeenRequest[] = [];
	const unwatch = watchScriptFiles(requests);
	const input = new PassThrough();
	const hooks = new HookRuntime({ report: (fault) => void records.push({ type: "extension_error", ...fault }) });
	const write = (text: string): void => void records.push(JSON.parse(text) as WireRecord);
	const mode = new RpcMode({ input, hooks, write, warn: (line) => warnings.push(line), toWire: toJsonEvent });
	const { owner, prepared } = await prepare(root, words, { hooks, mode });
	mode.listen(owner);
	const ended = owner.begin(prepared).then(() => mode.run(owner));
	onTestFinished(async () => {
		mode.abort();
		await ended;
		await owner.dispose();
		hooks.close();
		unwatch();
		rmSync(root, { recursive: true, force: true });
	});
	const send = (record: object | string): void =>
		void input.write(`${typeof record === "string" ? record : JSON.stringify(record)}\n`);
	const seen = (fits: Partial<Record<string, unknown>>): Promise<WireRecord> =>
		vi.waitFor(
			() => {
				const found = records.find((record) => Object.entries(fits).every(([name, value]) => record[name] === value));
				if (!found)
					throw new Error(`no record fits ${JSON.stringify(fits)} in ${JSON.stringify(records).slice(-2000)}`);
				return found;
			},
			{ timeout: 5000, interval: 5 },
		);
	let count = 0;
	return {
		root,
		records,
		requests,
		warnings,
		ended,
		send,
		seen,
		call: async (type, fields = {}) => {
			const id = `call-${++count}`;
			send({ id, type, ...fields });
			return (await seen({ type: "response", id })) as never;
		},
		close: () => void input.end(),
	};
}

function createRoot({ turns = [], extension, files = {} }: RpcHostOptions): string {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "tau-rpc-")));
	for (const folder of ["home", "work"]) mkdirSync(join(root, folder));
	const all = { ...files, "../script.json": JSON.stringify({ turns }) };
	for (const [name, content] of Object.entries(all)) {
		const file = join(root, "home", name);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, content);
	}
	if (extension !== undefined) writeFileSync(join(root, "extension.ts"), extension);
	return root;
}

async function prepare(root: string, words: readonly string[], { hooks, mode }: { hooks: HookRuntime; mode: RpcMode }) {
	const { args } = parseArgs(words);
	const configuration = await loadConfiguration({
		surroundings: { env: {}, home: join(root, "home"), cwd: join(root, "work") },
		brand: createBrand(undefined),
		approve: undefined,
	});
	const loader = new ExtensionLoader({ agentDir: configuration.dirs.agentDir, hostVersion: "1.0.0" });
	const { extensions: explicit, noExtensions: onlyExplicit } = args;
	const extensions = await loadExtensions({ configuration, hooks, loader, explicit, onlyExplicit });
	const models = await loadModels(configuration, extensions.host);
	const report = (): boolean => false;
	const options = { flags: args, hooks, loader, mode: mode.context, sessionTools: {}, report };
	const starter = new SessionStarter(options, configuration);
	const { session } = chooseSession(configuration, args, {});
	const prepared = await starter.prepareLoaded(session, { configuration, extensions }, models);
	return { owner: new SessionOwner(starter, hooks), prepared };
}
