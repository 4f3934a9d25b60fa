import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll } from "vitest";

/** Files by name, below the folder they are for. */
export type Files = Readonly<Record<string, string>>;

export interface HomeOptions {
	/** Base URL of the provider `fake`, whose one model is `fake/one`. */
	readonly baseUrl?: string;
	/** More providers, or none at all with `models: null`; a string is written as it is. */
	readonly models?: object | string | null;
	/** A string is written as it is. */
	readonly settings?: object | string;
	/** Below the working directory. */
	readonly files?: Files;
	/** Below the agent folder. */
	readonly agentFiles?: Files;
	/** Below the folder of extensions that are found by themselves. */
	readonly extensions?: Files;
}

/** A home folder that nobody has used, with a working directory in it. */
export interface Home {
	readonly home: string;
	readonly agentDir: string;
	readonly cwd: string;
	readonly extensionsDir: string;
}

const made: string[] = [];

afterAll(() => {
	for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** An empty folder, gone after the test file. Its path is the real one, as programs report it. */
export function temporaryFolder(): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "tau-end-to-end-")));
	made.push(folder);
	return folder;
}

export function writeFiles(folder: string, files: Files): void {
	for (const [name, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, name)), { recursive: true });
		writeFileSync(join(folder, name), text);
	}
}

export function createHome(options: HomeOptions = {}): Home {
	const home = temporaryFolder();
	const agentDir = join(home, ".pi/agent");
	const extensionsDir = join(agentDir, "extensions");
	const cwd = join(home, "work");
	for (const folder of [agentDir, cwd]) mkdirSync(folder, { recursive: true });
	const models = options.models === undefined ? { providers: fakeProvider(options.baseUrl) } : options.models;
	writeFiles(agentDir, { ...asFile("models.json", models), ...asFile("settings.json", options.settings) });
	writeFiles(agentDir, options.agentFiles ?? {});
	writeFiles(extensionsDir, options.extensions ?? {});
	writeFiles(cwd, options.files ?? {});
	return { home, agentDir, cwd, extensionsDir };
}

function fakeProvider(baseUrl = "http://127.0.0.1:9/v1"): object {
	const model = { id: "one", contextWindow: 200_000, maxTokens: 8192 };
	return { fake: { baseUrl, api: "openai-completions", apiKey: "secret-key", models: [model] } };
}

function asFile(name: string, content: object | string | null | undefined): Files {
	if (content === undefined || content === null) return {};
	return { [name]: typeof content === "string" ? content : JSON.stringify(content) };
}
