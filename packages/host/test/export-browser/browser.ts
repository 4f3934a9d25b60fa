import { spawn } from "node:child_process";
import { accessSync, constants, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import type { Readable, Writable } from "node:stream";

/** The browser of Debian's package `chromium`, and what others call theirs. */
const NAMES = ["chromium", "chromium-browser", "google-chrome-stable", "google-chrome"];

export function findBrowser(): string | undefined {
	const folders = (process.env["PATH"] ?? "").split(delimiter);
	return NAMES.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false; // not there
	}
}

type Fields = Record<string, unknown>;

/** An event of the page, by its name in the protocol. */
export interface BrowserEvent {
	readonly method: string;
	readonly params: Fields;
}

/** One page of a browser without a window, driven through the DevTools protocol. */
export interface BrowserPage {
	readonly events: readonly BrowserEvent[];
	send(method: string, params?: Fields): Promise<Fields>;
	/** Loads an address and waits until the page and everything in it is there. */
	load(url: string): Promise<void>;
	/** The value of an expression in the page. */
	evaluate(expression: string): Promise<unknown>;
	close(): Promise<void>;
}

export async function openPage(browser: string): Promise<BrowserPage> {
	const profile = mkdtempSync(join(tmpdir(), "tau-browser-"));
	const args = ["--headless=new", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu", "--no-first-run"];
	const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
	const child = spawn(browser, [...args, ...quiet, `--user-data-dir=${profile}`, "about:blank"], {
		stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
	});
	const ended = new Promise<void>((resolve) => child.on("close", () => resolve()));
	const connection = new Connection(child.stdio[3] as Writable, child.stdio[4] as Readable);
	const { targetInfos } = await connection.send("Target.getTargets");
	const target = (targetInfos as Fields[]).find(({ type }) => type === "page");
	const attached = await connection.send("Target.attachToTarget", { targetId: target?.["targetId"], flatten: true });
	connection.sessionId = attached["sessionId"] as string;
	for (const domain of ["Page", "Network", "Log", "Runtime"]) await connection.send(`${domain}.enable`);
	return {
		events: connection.events,
		send: (method, params) => connection.send(method, params),
		load: async (url) => {
			const loaded = connection.next("Page.loadEventFired");
			await connection.send("Page.navigate", { url });
			await loaded;
		},
		evaluate: async (expression) => {
			const { result } = await connection.send("Runtime.evaluate", { expression, returnByValue: true });
			return (result as Fields)["value"];
		},
		close: async () => {
			child.kill();
			await ended;
			rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
		},
	};
}

/** Messages are JSON, each ended by a zero byte. */
class Connection {
	readonly events: BrowserEvent[] = [];
	sessionId: string | undefined;
	readonly #output: Writable;
	readonly #answers = new Map<number, (message: Fields) => void>();
	readonly #waiting: { method: string; resolve: () => void }[] = [];
	#rest = "";
	#lastId = 0;

	constructor(output: Writable, input: Readable) {
		this.#output = output;
		input.setEncoding("utf8");
		input.on("data", (text: string) => this.#receive(text));
	}

	send(method: string, params: Fields = {}): Promise<Fields> {
		const id = (this.#lastId += 1);
		const session = this.sessionId === undefined ? {} : { sessionId: this.sessionId };
		this.#output.write(`${JSON.stringify({ id, method, params, ...session })}\0`);
		return new Promise((resolve, reject) => {
			this.#answers.set(id, ({ result, error }) => {
				if (error === undefined) resolve(result as Fields);
				else reject(new Error(`${method}: ${JSON.stringify(error)}`));
			});
		});
	}

	next(method: string): Promise<void> {
		return new Promise((resolve) => this.#waiting.push({ method, resolve }));
	}

	#receive(text: string): void {
		const messages = (this.#rest + text).split("\0");
		this.#rest = messages.pop() ?? "";
		for (const message of messages) this.#take(JSON.parse(message) as Fields);
	}

	#take(message: Fields): void {
		if (typeof message["id"] === "number") {
			this.#answers.get(message["id"])?.(message);
			this.#answers.delete(message["id"]);
			return;
		}
		const event = { method: String(message["method"]), params: (message["params"] ?? {}) as Fields };
		this.events.push(event);
		const found = this.#waiting.findIndex(({ method }) => method === event.method);
		if (found >= 0) this.#waiting.splice(found, 1)[0]?.resolve();
	}
}
