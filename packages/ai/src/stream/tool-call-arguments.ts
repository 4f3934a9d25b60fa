import type { ToolCall } from "../contract/content.ts";
import type { JsonObject } from "../contract/json.ts";
import { finishArguments, isJsonObject } from "./finish-arguments.ts";
import { PartialJson } from "./partial-json.ts";

/** What every piece earns beside its length, so that tiny pieces still show their progress. */
const CREDIT_PER_PIECE = 32;

/**
 * The arguments of one tool call while their text arrives: partial arguments in between, one exact parse at the end.
 * Arguments once returned never change. For providers that extensions write; one per call, kept beside the message.
 *
 * Showing progress copies the containers that are still open. Each piece pays for that with its length, so a very
 * large open container is shown a little late, and the whole work stays in proportion to the text.
 */
export class ToolCallArgumentsStream {
	#text = "";
	#json: PartialJson = new PartialJson();
	#shown: JsonObject = {};
	#credit = 0;

	/** All argument text so far, as it came. */
	get text(): string {
		return this.#text;
	}

	/** Takes the next piece. Gives the partial arguments: another object whenever they changed. */
	append(delta: string): ToolCall["arguments"] {
		if (delta === "") return this.#shown;
		this.#text += delta;
		this.#json.append(delta);
		this.#credit += delta.length + CREDIT_PER_PIECE;
		const cost = this.#json.openSize;
		if (cost > this.#credit) return this.#shown;
		this.#credit -= cost;
		return this.#show();
	}

	/**
	 * Takes the complete text. Gives what was missing as `delta` when it goes on from the text so far, and begins anew
	 * when it does not.
	 */
	replace(text: string): { readonly delta: string | undefined; readonly arguments: ToolCall["arguments"] } {
		const delta = text.startsWith(this.#text) ? text.slice(this.#text.length) : undefined;
		if (delta === undefined) {
			this.#text = text;
			this.#json = new PartialJson();
			this.#json.append(text);
		} else {
			this.#text = text;
			this.#json.append(delta);
		}
		return { delta, arguments: this.#show() };
	}

	/** The arguments of the complete text, and why the call must not run when they are none. */
	finish(): Pick<ToolCall, "arguments" | "argumentsError"> {
		const { arguments: finished, argumentsError } = finishArguments(this.#text, this.#json);
		return argumentsError === undefined ? { arguments: finished } : { arguments: finished, argumentsError };
	}

	#show(): JsonObject {
		const value = this.#json.snapshot();
		this.#shown = value !== undefined && isJsonObject(value) ? value : {};
		return this.#shown;
	}
}
