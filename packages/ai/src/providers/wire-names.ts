import type { Tool } from "../contract/tool.ts";
import type { StreamEvent } from "../contract/stream-event.ts";
import type { WireReader } from "../stream/wire-reader.ts";

/** Both protocols take names of these characters, at most 64 of them. */
const LONGEST_NAME = 64;
const FOREIGN_CHARACTER = /[^A-Za-z0-9_-]/g;
const ACCEPTABLE = /^[A-Za-z0-9_-]{1,64}$/;

/**
 * The names of tools as a provider takes them. A name that it would refuse, and the request with it, gets a stand-in;
 * the answer is translated back. Names that are acceptable stay, and no two tools share one.
 */
export class WireNames {
	readonly #toWire = new Map<string, string>();
	readonly #fromWire = new Map<string, string>();

	constructor(tools: readonly Pick<Tool, "name">[]) {
		const declared = tools.map(({ name }) => name);
		const plain = declared.filter((name) => ACCEPTABLE.test(name));
		for (const name of [...plain, ...declared]) {
			if (!this.#toWire.has(name)) this.#add(name);
		}
	}

	/** Also for names that no declared tool has, such as those a model made up. */
	toWire(name: string): string {
		return this.#toWire.get(name) ?? acceptable(name);
	}

	/** The reader with the names that the tools really have; itself where none has a stand-in. */
	restoreIn(reader: WireReader): WireReader {
		const hasStandIns = Array.from(this.#fromWire).some(([wire, name]) => wire !== name);
		if (!hasStandIns) return reader;
		const restore = (events: readonly StreamEvent[]): StreamEvent[] => events.map((event) => this.#restore(event));
		return {
			terminator: reader.terminator,
			get complete() {
				return reader.complete;
			},
			get ended() {
				return reader.ended;
			},
			read: (event) => restore(reader.read(event)),
			finish: (how) => restore(reader.finish(how)),
		};
	}

	#restore(event: StreamEvent): StreamEvent {
		if (event.type !== "tool_call" || event.name === undefined) return event;
		return { ...event, name: this.#fromWire.get(event.name) ?? event.name };
	}

	#add(name: string): void {
		const base = acceptable(name);
		let unique = base;
		for (let count = 2; this.#fromWire.has(unique); count++) unique = withSuffix(base, `_${count}`);
		this.#toWire.set(name, unique);
		this.#fromWire.set(unique, name);
	}
}

function acceptable(name: string): string {
	const plain = name.replace(FOREIGN_CHARACTER, "_").slice(0, LONGEST_NAME);
	return plain === "" ? "unnamed" : plain;
}

function withSuffix(name: string, suffix: string): string {
	return `${name.slice(0, LONGEST_NAME - suffix.length)}${suffix}`;
}
