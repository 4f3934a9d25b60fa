import type { Message } from "../contract/message.ts";
import type { Tool } from "../contract/tool.ts";
import { getCurrentTools } from "../transcript/system-state.ts";
import { objectSchema } from "./object-schema.ts";
import { WireNames } from "./wire-names.ts";

/** The tools of a request, with names and schemas that the provider takes, and the way back from those names. */
export interface WireTools {
	readonly tools: readonly Tool[];
	readonly names: WireNames;
}

/** Request and response of one exchange both need them; the messages of a request do not change. */
const made = new WeakMap<readonly Message[], WireTools>();

export function wireTools(messages: readonly Message[]): WireTools {
	let known = made.get(messages);
	if (known === undefined) {
		known = makeWireTools(messages);
		made.set(messages, known);
	}
	return known;
}

function makeWireTools(messages: readonly Message[]): WireTools {
	const declared = getCurrentTools(messages);
	const names = new WireNames(declared);
	const tools = declared.map((tool) => ({
		...tool,
		name: names.toWire(tool.name),
		parameters: objectSchema(tool.parameters),
	}));
	return { tools, names };
}
