import type { Model, ThinkingLevel } from "@tau/ai";
import { isThinkingLevel } from "./thinking-level.ts";

export interface ModelQuery {
	/** `id`, `provider/id`, a part of an id or name, each with an optional `:<level>`. */
	readonly pattern: string;
	readonly provider?: string | undefined;
}

export interface ModelPool {
	readonly models: readonly Model[];
	/** Breaks ties between providers that offer the same model. */
	readonly hasCredentials: (provider: string) => boolean;
}

export type ModelMatch =
	| { readonly ok: true; readonly model: Model; readonly thinkingLevel?: ThinkingLevel; readonly warning?: string }
	| { readonly ok: false; readonly error: string };

/**
 * Finds the one model a user means (V10): exact names first, then parts of ids and names. A suffix counts as a level
 * only where the whole text is no model, since ids may contain colons. Several equally good answers are an error that
 * names them.
 */
export function matchModel(query: ModelQuery, pool: ModelPool): ModelMatch {
	const named = query.provider === undefined ? findNamed(query.pattern, pool.models) : undefined;
	if (named !== undefined) return choose(named, { query, pool });
	const scope = narrowToProvider(query, pool.models);
	if (!scope.ok) return scope;
	const { candidates, level } = findWithLevel(scope.text, scope.models);
	return candidates.length === 0 ? describeUnknown(query, scope, pool) : choose({ candidates, level }, { query, pool });
}

export interface ModelCandidates {
	/** The same id, once per provider that offers it. */
	readonly candidates: readonly Model[];
	readonly level: ThinkingLevel | undefined;
}

/** Everything `matchModel` would choose from. */
export function findModelCandidates(pattern: string, models: readonly Model[]): ModelCandidates {
	const named = findNamed(pattern, models);
	if (named !== undefined) return named;
	const scope = narrowToProvider({ pattern }, models);
	return scope.ok ? findWithLevel(scope.text, scope.models) : { candidates: [], level: undefined };
}

/** A whole `provider/id` goes before an id of a router that reads the same. */
function findNamed(pattern: string, models: readonly Model[]): ModelCandidates | undefined {
	const find = (text: string) => models.filter((model) => equals(nameOf(model), text)).slice(0, 1);
	const whole = find(pattern);
	if (whole.length > 0) return { candidates: whole, level: undefined };
	const { rest, level } = splitLevel(pattern);
	const candidates = level === undefined ? [] : find(rest);
	return candidates.length > 0 ? { candidates, level } : undefined;
}

function findWithLevel(text: string, models: readonly Model[]): ModelCandidates {
	const whole = findCandidates(text, models);
	const { level, rest } = splitLevel(text);
	if (whole.length > 0 || level === undefined) return { candidates: whole, level: undefined };
	return { candidates: findCandidates(rest, models), level };
}

/** `id` of the scope's provider in the shape of its first model: providers offer more than their lists (V10). */
function describeUnknown(query: ModelQuery, scope: Scope, pool: ModelPool): ModelMatch {
	const [sample] = scope.models;
	const { level, rest } = splitLevel(scope.text);
	if (scope.provider === undefined || sample === undefined || /[*?\s]/.test(rest) || rest === "") {
		return { ok: false, error: `no model matches "${query.pattern}"${suggest(scope, pool)}` };
	}
	const warning = `provider "${scope.provider}" lists no model "${rest}"; the id is sent as it is`;
	return { ok: true, model: { ...sample, id: rest, name: rest }, warning, ...(level ? { thinkingLevel: level } : {}) };
}

interface Scope {
	readonly ok: true;
	readonly text: string;
	readonly models: readonly Model[];
	/** Set where the user named the provider. */
	readonly provider: string | undefined;
}

function narrowToProvider(
	{ pattern, provider }: ModelQuery,
	models: readonly Model[],
): Scope | { ok: false; error: string } {
	if (provider !== undefined) {
		const own = ofProvider(models, provider);
		if (own.length === 0) {
			return { ok: false, error: `unknown provider "${provider}"; providers with models: ${listProviders(models)}` };
		}
		const prefix = `${provider.toLowerCase()}/`;
		const isPrefixed = pattern.toLowerCase().startsWith(prefix) && !own.some((model) => equals(model.id, pattern));
		const text = isPrefixed ? pattern.slice(prefix.length) : pattern;
		return { ok: true, text, models: own, provider };
	}
	const slash = pattern.indexOf("/");
	const own = slash > 0 ? ofProvider(models, pattern.slice(0, slash)) : [];
	// An id may itself begin with the name of another provider, as routers' ids do.
	const isWholeId = models.some((model) => equals(model.id, pattern) || equals(model.id, splitLevel(pattern).rest));
	if (own.length === 0 || isWholeId) return { ok: true, text: pattern, models, provider: undefined };
	return { ok: true, text: pattern.slice(slash + 1), models: own, provider: own[0]!.provider };
}

function findCandidates(text: string, models: readonly Model[]): Model[] {
	if (text === "") return [];
	const exact = models.filter((model) => equals(model.id, text));
	if (exact.length > 0) return exact;
	const wanted = text.toLowerCase();
	const partial = models.filter(
		(model) => model.id.toLowerCase().includes(wanted) || model.name.toLowerCase().includes(wanted),
	);
	const best = [...partial].sort(compareFuzzy)[0];
	return best === undefined ? [] : partial.filter((model) => model.id === best.id);
}

/** An id that ends in a date is one release of a model whose plain id follows the newest. */
const DATED = /-\d{8}$|-\d{4}-\d{2}-\d{2}$/;

function compareFuzzy(a: Model, b: Model): number {
	const dated = Number(DATED.test(a.id)) - Number(DATED.test(b.id));
	return dated || b.id.localeCompare(a.id, "en", { numeric: true });
}

function choose(
	{ candidates, level }: ModelCandidates,
	{ query, pool }: { query: ModelQuery; pool: ModelPool },
): ModelMatch {
	const usable = candidates.filter((model) => pool.hasCredentials(model.provider));
	const [model, ...others] = usable.length > 0 ? usable : candidates;
	if (others.length > 0) {
		const names = [model!, ...others].map(nameOf).join(", ");
		return {
			ok: false,
			error: `"${query.pattern}" is offered by several providers: ${names}; name one or use --provider`,
		};
	}
	return { ok: true, model: model!, ...(level === undefined ? {} : { thinkingLevel: level }) };
}

/** The text without a trailing `:<level>`; other suffixes stay. */
export function splitLevel(text: string): { readonly rest: string; readonly level?: ThinkingLevel } {
	const colon = text.lastIndexOf(":");
	const suffix = colon < 0 ? "" : text.slice(colon + 1);
	return isThinkingLevel(suffix) ? { rest: text.slice(0, colon), level: suffix } : { rest: text };
}

export function nameOf(model: Pick<Model, "provider" | "id">): string {
	return `${model.provider}/${model.id}`;
}

const MAX_SUGGESTIONS = 5;

/** Models that could be used now, where there are any. */
function suggest({ models: all }: Scope, { hasCredentials }: ModelPool): string {
	if (all.length === 0) return "; there are no models: configure a provider first";
	const usable = all.filter((model) => hasCredentials(model.provider));
	const models = usable.length > 0 ? usable : all;
	const names = models.slice(0, MAX_SUGGESTIONS).map(nameOf).join(", ");
	return `; known: ${names}${models.length > MAX_SUGGESTIONS ? ", … (see --list-models)" : ""}`;
}

function listProviders(models: readonly Model[]): string {
	return [...new Set(models.map((model) => model.provider))].join(", ") || "none";
}

function ofProvider(models: readonly Model[], provider: string): Model[] {
	return models.filter((model) => equals(model.provider, provider));
}

function equals(a: string, b: string): boolean {
	return a.toLowerCase() === b.toLowerCase();
}
