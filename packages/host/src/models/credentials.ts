import type { Model } from "@tau/ai";
import type { Environment } from "../platform/brand.ts";
import type { AuthFile, StoredCredential } from "./auth-file.ts";
import { findEnvironmentKey } from "./env-keys.ts";
import type { ModelCatalog } from "./model-catalog.ts";
import {
	cacheCommands,
	canResolveConfigValue,
	resolveConfigValue,
	type CommandRunner,
	type ValueSources,
} from "./value-syntax.ts";

export type CredentialSource = "flag" | "auth" | "models" | "environment";

export type ApiKeyResult =
	| { readonly ok: true; readonly apiKey: string; readonly source: CredentialSource }
	| { readonly ok: false; readonly error: string };

/** What a request needs beside its content. */
export type RequestAuth =
	| {
			readonly ok: true;
			readonly apiKey?: string;
			readonly headers?: Record<string, string>;
			readonly env?: Record<string, string>;
	  }
	| { readonly ok: false; readonly error: string };

export interface CredentialsOptions {
	readonly catalog: ModelCatalog;
	readonly auth: AuthFile;
	readonly env: Environment;
	readonly runCommand: CommandRunner;
	/** Milliseconds since the epoch. */
	readonly now: () => number;
}

/** Finds keys in the order of V04: command line, auth.json, models.json or the extension, environment. */
export interface Credentials {
	/** The key of `--api-key`, for one provider and this process only. */
	setFlagKey(provider: string, key: string): void;
	/** After a login or logout. */
	setAuthFile(auth: AuthFile): void;
	/** Where a key would come from. Runs no command; undefined means not authenticated. */
	findSource(provider: string): CredentialSource | undefined;
	has(provider: string): boolean;
	getApiKey(provider: string, signal: AbortSignal): Promise<ApiKeyResult>;
	getRequestAuth(model: Pick<Model, "provider" | "id">, signal: AbortSignal): Promise<RequestAuth>;
}

export function createCredentials(options: CredentialsOptions): Credentials {
	return new LayeredCredentials(options);
}

class LayeredCredentials implements Credentials {
	readonly #options: CredentialsOptions;
	readonly #flagKeys = new Map<string, string>();
	readonly #cachedCommands: CommandRunner;
	#auth: AuthFile;

	constructor(options: CredentialsOptions) {
		this.#options = options;
		this.#auth = options.auth;
		this.#cachedCommands = cacheCommands(options.runCommand);
	}

	setFlagKey(provider: string, key: string): void {
		this.#flagKeys.set(provider, key);
	}

	setAuthFile(auth: AuthFile): void {
		this.#auth = auth;
	}

	findSource(provider: string): CredentialSource | undefined {
		if (this.#flagKeys.has(provider)) return "flag";
		const env = this.#environmentOf(provider);
		if (isUsable(this.#auth.credentials.get(provider), env)) return "auth";
		const configured = this.#options.catalog.getProvider(provider)?.apiKey;
		if (configured !== undefined && canResolveConfigValue(configured, env)) return "models";
		return findEnvironmentKey(provider, env) === undefined ? undefined : "environment";
	}

	has(provider: string): boolean {
		return this.findSource(provider) !== undefined;
	}

	async getApiKey(provider: string, signal: AbortSignal): Promise<ApiKeyResult> {
		const source = this.findSource(provider);
		const env = this.#environmentOf(provider);
		if (source === "flag") return { ok: true, apiKey: this.#flagKeys.get(provider)!, source };
		if (source === "auth") return this.#readStored(provider, signal);
		// A command of models.json runs at every request, so that short-lived keys stay fresh (V02).
		const sources = { env, runCommand: this.#options.runCommand };
		const configured = this.#options.catalog.getProvider(provider)?.apiKey;
		if (source === "models") return named({ provider, source }, await resolveConfigValue(configured!, sources, signal));
		if (source === "environment") return { ok: true, apiKey: findEnvironmentKey(provider, env)!.value, source };
		return { ok: false, error: await this.#explainMissing(provider, { configured, sources }, signal) };
	}

	async getRequestAuth(model: Pick<Model, "provider" | "id">, signal: AbortSignal): Promise<RequestAuth> {
		const key = await this.getApiKey(model.provider, signal);
		if (!key.ok) return key;
		const entry = this.#options.catalog.getProvider(model.provider);
		const headers: Record<string, string> = {};
		const sources = { env: this.#environmentOf(model.provider), runCommand: this.#options.runCommand };
		for (const [name, source] of Object.entries(entry?.headers.get(model.id) ?? {})) {
			const resolved = await resolveConfigValue(source, sources, signal);
			if (!resolved.ok) return { ok: false, error: `${model.provider}: header "${name}": ${resolved.problem}` };
			headers[name] = resolved.value;
		}
		if (entry?.authHeader) headers["Authorization"] = `Bearer ${key.apiKey}`;
		const stored = this.#auth.credentials.get(model.provider);
		return {
			ok: true,
			apiKey: key.apiKey,
			...(Object.keys(headers).length > 0 ? { headers } : {}),
			...(stored?.type === "api_key" && stored.env !== undefined ? { env: { ...stored.env } } : {}),
		};
	}

	async #readStored(provider: string, signal: AbortSignal): Promise<ApiKeyResult> {
		const stored = this.#auth.credentials.get(provider)!;
		const source = "auth";
		if (stored.type === "oauth") {
			const isExpired = stored.expires !== undefined && stored.expires <= this.#options.now();
			if (isExpired) return { ok: false, error: `${provider}: the sign-in has expired; sign in again with /login` };
			return { ok: true, apiKey: stored.access, source };
		}
		const sources = { env: this.#environmentOf(provider), runCommand: this.#cachedCommands };
		return named({ provider, source }, await resolveConfigValue(stored.key!, sources, signal));
	}

	async #explainMissing(
		provider: string,
		{ configured, sources }: { configured: string | undefined; sources: ValueSources },
		signal: AbortSignal,
	): Promise<string> {
		const resolved = configured === undefined ? undefined : await resolveConfigValue(configured, sources, signal);
		const reason = resolved === undefined || resolved.ok ? "no API key" : `no API key (${resolved.problem})`;
		return `${provider}: ${reason}; set its environment variable, use /login or pass --api-key`;
	}

	#environmentOf(provider: string): Environment {
		const stored = this.#auth.credentials.get(provider);
		return stored?.type === "api_key" ? { ...this.#options.env, ...stored.env } : this.#options.env;
	}
}

function isUsable(stored: StoredCredential | undefined, env: Environment): boolean {
	if (stored === undefined) return false;
	if (stored.type === "oauth") return true;
	return stored.key !== undefined && canResolveConfigValue(stored.key, env);
}

function named(
	{ provider, source }: { provider: string; source: CredentialSource },
	resolved: Awaited<ReturnType<typeof resolveConfigValue>>,
): ApiKeyResult {
	if (resolved.ok) return { ok: true, apiKey: resolved.value, source };
	return { ok: false, error: `${provider}: ${resolved.problem}` };
}
