import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { resolve } from "node:path";
import type { ThinkingLevel } from "@tau/ai";
import { isRecord } from "../base/is-record.ts";
import { stripJsonComments } from "../base/strip-json-comments.ts";
import { createAppDirs, type AppDirs } from "../platform/app-dirs.ts";
import { BRAND, getAgentDir } from "../platform/host-facts.ts";
import type { Settings } from "../settings/schema.ts";
import { type EffectiveSettings, mergeSettings, type SettingsLayer } from "../settings/settings.ts";
import { type SettingsEdit, type SettingsFile, writeSettings } from "../settings/settings-file.ts";
import { readSettingPath, withSettingPath } from "../settings/setting-path.ts";
import { environmentFor } from "./environment-for.ts";

export interface SettingsManagerCreateOptions {
	/** Default: false; nothing of the project's file counts (TR1). */
	projectTrusted?: boolean;
}

export interface SettingsError {
	scope: "global" | "project";
	error: Error;
}

type Values = Readonly<Record<string, unknown>>;

/** Settings of one embedder: both files, what it laid over them, and changes on their way to the user's file (Q01). */
export class SettingsManager {
	readonly #dirs: AppDirs | undefined;
	readonly #errors: SettingsError[] = [];
	#user: SettingsFile;
	#project: SettingsFile;
	#projectTrusted: boolean;
	#overrides: Values = {};
	#writes: Promise<unknown> = Promise.resolve();

	private constructor(
		dirs: AppDirs | undefined,
		values: Values,
		{ projectTrusted = false }: SettingsManagerCreateOptions,
	) {
		this.#dirs = dirs;
		this.#projectTrusted = projectTrusted;
		this.#user = { path: dirs?.settingsFile ?? "<memory>", values, diagnostics: [] };
		this.#project = { path: dirs?.projectSettingsFile ?? "<memory>", values: {}, diagnostics: [] };
		this.#read();
	}

	static create(
		cwd: string,
		agentDir: string = getAgentDir(),
		options: SettingsManagerCreateOptions = {},
	): SettingsManager {
		const surroundings = { env: environmentFor(agentDir), home: homedir(), cwd: resolve(cwd) };
		return new SettingsManager(createAppDirs(surroundings, BRAND), {}, options);
	}

	/** Settings without files. */
	static inMemory(settings: Partial<Settings> = {}, options: SettingsManagerCreateOptions = {}): SettingsManager {
		return new SettingsManager(undefined, structuredClone(settings) as Values, options);
	}

	/** What a session starts with: user, project where it is trusted, overrides; defaults filled in. */
	effective(): EffectiveSettings {
		const user = { ...this.#user, values: merge(this.#user.values, this.#overrides) };
		const project = { ...this.#project, values: without(this.#project.values, this.#overrides) };
		const layer = (file: SettingsFile, baseDir: string | undefined): SettingsLayer => ({
			file,
			baseDir: baseDir ?? ".",
		});
		return mergeSettings({
			user: layer(user, this.#dirs?.agentDir),
			project: layer(project, this.#dirs?.projectDir),
			projectTrusted: this.#projectTrusted,
		});
	}

	getSettings(): Settings {
		return this.effective().configured;
	}

	getGlobalSettings(): Settings {
		return structuredClone(this.#user.values) as Settings;
	}

	getProjectSettings(): Settings {
		return structuredClone(this.#projectTrusted ? this.#project.values : {}) as Settings;
	}

	isProjectTrusted(): boolean {
		return this.#projectTrusted;
	}

	setProjectTrusted(trusted: boolean): void {
		this.#projectTrusted = trusted;
		this.#read();
	}

	/** Reads the files again, after what is being written. */
	async reload(): Promise<void> {
		await this.flush();
		this.#read();
	}

	/** For this process only; stronger than both files. */
	applyOverrides(overrides: Partial<Settings>): void {
		this.#overrides = merge(this.#overrides, structuredClone(overrides) as Values);
	}

	/** Resolves when every change is on the disk, or its failure among the errors. */
	async flush(): Promise<void> {
		await this.#writes;
	}

	/** What went wrong since the last call. */
	drainErrors(): SettingsError[] {
		return this.#errors.splice(0);
	}

	/** The value of one setting by its dotted key, defaults included. */
	get(key: string): unknown {
		return readSettingPath(this.effective().settings, key);
	}

	/** Changes the user's settings at once and queues the write; undefined removes the key. */
	set(key: string, value: unknown): void {
		this.#user = { ...this.#user, values: withSettingPath(this.#user.values, key, value) };
		if (this.#dirs) this.#write(this.#dirs.settingsFile, [{ key, value }]);
	}

	getSessionDir(): string | undefined {
		return this.effective().settings.sessionDir;
	}

	getDefaultProvider(): string | undefined {
		return this.effective().settings.defaultProvider;
	}

	getDefaultModel(): string | undefined {
		return this.effective().settings.defaultModel;
	}

	setDefaultProvider(provider: string): void {
		this.set("defaultProvider", provider);
	}

	setDefaultModel(modelId: string): void {
		this.set("defaultModel", modelId);
	}

	setDefaultModelAndProvider(provider: string, modelId: string): void {
		this.setDefaultProvider(provider);
		this.setDefaultModel(modelId);
	}

	getDefaultThinkingLevel(): ThinkingLevel | undefined {
		return this.effective().settings.defaultThinkingLevel;
	}

	setDefaultThinkingLevel(level: ThinkingLevel): void {
		this.set("defaultThinkingLevel", level);
	}

	getCompactionEnabled(): boolean {
		return this.get("compaction.enabled") !== false;
	}

	setCompactionEnabled(enabled: boolean): void {
		this.set("compaction.enabled", enabled);
	}

	getRetryEnabled(): boolean {
		return this.get("retry.enabled") !== false;
	}

	setRetryEnabled(enabled: boolean): void {
		this.set("retry.enabled", enabled);
	}

	getShellPath(): string | undefined {
		return this.effective().settings.shellPath;
	}

	setShellPath(path: string | undefined): void {
		this.set("shellPath", path);
	}

	getShellCommandPrefix(): string | undefined {
		return this.effective().settings.shellCommandPrefix;
	}

	setShellCommandPrefix(prefix: string | undefined): void {
		this.set("shellCommandPrefix", prefix);
	}

	getEnabledModels(): string[] | undefined {
		return this.effective().settings.enabledModels;
	}

	setEnabledModels(patterns: string[] | undefined): void {
		this.set("enabledModels", patterns);
	}

	getDefaultTools(): string[] | undefined {
		return this.effective().settings.defaultTools;
	}

	#read(): void {
		if (!this.#dirs) return;
		this.#user = this.#readFile(this.#dirs.settingsFile, "global");
		// Nothing of a project is read before somebody trusts it (TR1).
		if (this.#projectTrusted) this.#project = this.#readFile(this.#dirs.projectSettingsFile, "project");
	}

	#readFile(path: string, scope: SettingsError["scope"]): SettingsFile {
		try {
			const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
			const value: unknown = text.trim() === "" ? {} : JSON.parse(stripJsonComments(text));
			if (!isRecord(value)) throw new Error("expected an object of settings");
			return { path, values: value, diagnostics: [] };
		} catch (error) {
			if ((error as NodeJS.ErrnoException).code !== "ENOENT")
				this.#errors.push({ scope, error: new Error(`${path}: ${(error as Error).message}`, { cause: error }) });
			return { path, values: {}, diagnostics: [] };
		}
	}

	#write(path: string, edits: readonly SettingsEdit[]): void {
		this.#writes = this.#writes
			.then(() => writeSettings(path, edits))
			.then((result) => {
				if (!result.ok) this.#errors.push({ scope: "global", error: new Error(result.diagnostic.message) });
			});
	}
}

function merge(below: Values, above: Values): Values {
	const merged: Record<string, unknown> = { ...below };
	for (const [key, value] of Object.entries(above)) {
		const other = merged[key];
		merged[key] = isRecord(value) && isRecord(other) ? merge(other, value) : value;
	}
	return merged;
}

/** Leaves out what the overrides say, so that the project's file does not lie over them. */
function without(values: Values, overrides: Values): Values {
	const entries = Object.entries(values).flatMap(([key, value]): [string, unknown][] => {
		const override = overrides[key];
		if (override === undefined) return [[key, value]];
		return isRecord(value) && isRecord(override) ? [[key, without(value, override)]] : [];
	});
	return Object.fromEntries(entries);
}
