/** Does something that an extension asked for, without charging its handlers for the time. */
export type During = <T>(work: () => T) => Promise<Awaited<T>>;

/** Members of a context whose methods do the host's work, and which of them: dialogs and requests to models (PC-16). */
const WORKING_METHODS: Readonly<Record<string, ReadonlySet<string>>> = {
	ui: new Set(["select", "confirm", "input", "editor", "custom"]),
	modelRegistry: new Set(["complete", "getApiKeyForProvider", "getApiKeyAndHeaders"]),
};

/** Methods of a context that do the host's work themselves. */
const WORK: ReadonlySet<string> = new Set(["executeTool", "execToolBackend"]);

const views = new WeakMap<During, WeakMap<object, object>>();

/** A member of a context as its extension gets it; `target` is what it was read from. */
export function uncharged(during: During, { target, member }: { target: object; member: string }): unknown {
	const value = (target as Record<string, unknown>)[member];
	if (typeof value === "function") {
		if (!WORK.has(member)) return value.bind(target);
		return (...values: unknown[]): unknown => during(() => value.apply(target, values));
	}
	const methods = WORKING_METHODS[member];
	return methods !== undefined && typeof value === "object" && value !== null ? viewOf(during, value, methods) : value;
}

function viewOf(during: During, target: object, methods: ReadonlySet<string>): object {
	const known = views.get(during) ?? new WeakMap<object, object>();
	views.set(during, known);
	let view = known.get(target);
	if (view === undefined) known.set(target, (view = createView(during, target, methods)));
	return view;
}

function createView(during: During, target: object, methods: ReadonlySet<string>): object {
	return new Proxy(target, {
		get: (own, member) => {
			const value: unknown = Reflect.get(own, member, own);
			if (typeof value !== "function") return value;
			if (member === "streamSimple") return (...values: unknown[]) => whileStreaming(during, value.apply(own, values));
			if (typeof member !== "string" || !methods.has(member)) return value.bind(own);
			return (...values: unknown[]): unknown => during(() => value.apply(own, values));
		},
	});
}

/** A stream is the host's work until it ends, whoever reads it. */
function whileStreaming(during: During, stream: { result(): Promise<unknown> }): unknown {
	// How it ended is the reader's business.
	void during(() => stream.result().catch(() => {}));
	return stream;
}
