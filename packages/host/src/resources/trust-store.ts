import { readFile } from "node:fs/promises";
import type { Diagnostic } from "../base/diagnostic.ts";
import { isRecord } from "../base/is-record.ts";
import { replaceFile } from "../platform/replace-file.ts";
import { pathFromRoot } from "./context-files.ts";

export type SavedTrust =
	| { readonly type: "saved"; readonly path: string; readonly trusted: boolean }
	| { readonly type: "none" }
	/** What was decided cannot be told, so nobody may assume a yes. */
	| { readonly type: "unreadable"; readonly diagnostic: Diagnostic };

type Stored =
	| { readonly ok: true; readonly values: Readonly<Record<string, unknown>> }
	| { readonly ok: false; readonly diagnostic: Diagnostic };

/**
 * The decisions that were saved, by folder: `{"/folder": true}` in `trust.json`, the file the peer keeps them in too
 * (TR2, TR3). Folders are given by their real path.
 */
export class TrustStore {
	readonly #file: string;
	/** The last write, so that two decisions at once do not read the same text. */
	#tail: Promise<unknown> = Promise.resolve();

	constructor(file: string) {
		this.#file = file;
	}

	/** The decision for the folder itself or the nearest one above it. Never throws. */
	async find(folder: string): Promise<SavedTrust> {
		const stored = await this.#read();
		if (!stored.ok) return { type: "unreadable", diagnostic: stored.diagnostic };
		for (const path of pathFromRoot(folder).reverse()) {
			const trusted = Object.hasOwn(stored.values, path) ? stored.values[path] : undefined;
			if (typeof trusted === "boolean") return { type: "saved", path, trusted };
		}
		return { type: "none" };
	}

	/**
	 * Saves a decision beside all others, in one step; entries nobody here knows are kept. A file that does not parse is
	 * left as it is, and the problem comes back.
	 */
	save(folder: string, trusted: boolean): Promise<Diagnostic | undefined> {
		const done = this.#tail.then(() => this.#write(folder, trusted));
		this.#tail = done;
		return done;
	}

	async #write(folder: string, trusted: boolean): Promise<Diagnostic | undefined> {
		const stored = await this.#read();
		if (!stored.ok)
			return { ...stored.diagnostic, message: `the decision was not saved: ${stored.diagnostic.message}` };
		try {
			// Defined, not assigned: a folder may be called as a member of every object is.
			const entries = Object.entries(stored.values).filter(([path]) => path !== folder);
			const sorted = [...entries, [folder, trusted] as const].sort(([one], [other]) => (one < other ? -1 : 1));
			await replaceFile(this.#file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`);
			return undefined;
		} catch (error) {
			return this.#problem(`the decision was not saved: ${reasonOf(error)}`);
		}
	}

	async #read(): Promise<Stored> {
		try {
			const text = await readFile(this.#file, "utf8");
			if (text.trim() === "") return { ok: true, values: {} };
			const values: unknown = JSON.parse(text.replace(/^\uFEFF/, ""));
			if (isRecord(values)) return { ok: true, values };
			return { ok: false, diagnostic: this.#problem("saved trust decisions are ignored: expected an object") };
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code === "ENOENT") return { ok: true, values: {} };
			return { ok: false, diagnostic: this.#problem(`saved trust decisions are ignored: ${reasonOf(error)}`) };
		}
	}

	#problem(message: string): Diagnostic {
		return { severity: "warning", message, path: this.#file };
	}
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
}
