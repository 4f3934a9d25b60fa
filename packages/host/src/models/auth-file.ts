import { readFile } from "node:fs/promises";
import type { Diagnostic } from "../base/diagnostic.ts";
import { isRecord } from "../base/is-record.ts";
import { parseJsonc } from "../base/parse-jsonc.ts";

/** A key the user saved. `env` wins over the process for this provider. */
export interface StoredApiKey {
	readonly type: "api_key";
	/** A literal, `$NAME`, `${NAME}` or `!command` (V02). */
	readonly key?: string;
	readonly env?: Readonly<Record<string, string>>;
}

/** Tokens of an account sign-in. */
export interface StoredSignIn {
	readonly type: "oauth";
	readonly access: string;
	readonly refresh?: string;
	/** Milliseconds since the epoch. */
	readonly expires?: number;
}

export type StoredCredential = StoredApiKey | StoredSignIn;

export interface AuthFile {
	readonly credentials: ReadonlyMap<string, StoredCredential>;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads auth.json. A missing file is empty; a broken one is a diagnostic that shows none of its content. */
export async function readAuthFile(path: string): Promise<AuthFile> {
	try {
		return await parseAuthFile(await readFile(path, "utf8"), path);
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return { credentials: new Map(), diagnostics: [] };
		const message = `cannot be read: ${error instanceof Error ? error.message : String(error)}; the file is ignored until this is fixed`;
		return { credentials: new Map(), diagnostics: [{ severity: "error", message, path }] };
	}
}

export async function parseAuthFile(text: string, path: string): Promise<AuthFile> {
	if (text.trim() === "") return { credentials: new Map(), diagnostics: [] };
	const parsed = await parseJsonc(text, path);
	if (!parsed.ok) return { credentials: new Map(), diagnostics: [parsed.diagnostic] };
	if (!isRecord(parsed.value)) {
		return { credentials: new Map(), diagnostics: [{ severity: "error", message: "expected an object", path }] };
	}
	const credentials = new Map<string, StoredCredential>();
	const diagnostics: Diagnostic[] = [];
	for (const [provider, value] of Object.entries(parsed.value)) {
		if (isStoredCredential(value)) credentials.set(provider, value);
		else diagnostics.push({ severity: "warning", message: `provider "${provider}": not a known credential`, path });
	}
	return { credentials, diagnostics };
}

function isStoredCredential(value: unknown): value is StoredCredential {
	if (!isRecord(value)) return false;
	if (value["type"] === "oauth") return typeof value["access"] === "string";
	if (value["type"] !== "api_key") return false;
	const { key, env } = value;
	const isKey = key === undefined || typeof key === "string";
	return isKey && (env === undefined || (isRecord(env) && Object.values(env).every((v) => typeof v === "string")));
}
