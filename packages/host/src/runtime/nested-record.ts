import type { JsonObject, NestedToolCallRecord, NestedToolCalls } from "@tau/ai";
import type { ToolCallOutcome } from "@tau/agent";

/** TC4: what one result keeps of the calls below it. */
const MAX_CALLS = 256;
const MAX_CALL_BYTES = 8 * 1024;
const MAX_TOTAL_BYTES = 32 * 1024;
const MAX_ERROR_CHARACTERS = 500;

/** The bounded record of the calls that one call of the model made, at any depth; never their results (TC4). */
export class NestedRecord {
	readonly #calls: NestedToolCallRecord[] = [];
	#bytes = 0;
	#complete = true;

	/** Notes that a call begins; the returned function notes how it ended. */
	begin(id: string, name: string, args: JsonObject): (outcome: ToolCallOutcome) => void {
		if (this.#calls.length >= MAX_CALLS) {
			this.#complete = false;
			return () => {};
		}
		const call: NestedToolCallRecord = { id, name, ...this.#keepArguments(args), status: "unfinished" };
		this.#calls.push(call);
		return ({ result, isError, durationMs }) => {
			call.status = isError ? "error" : "ok";
			if (durationMs !== undefined) call.durationMs = durationMs;
			if (isError) call.error = textOf(result.content).slice(0, MAX_ERROR_CHARACTERS);
		};
	}

	/** The calls as they are now, those that nobody waited for as unfinished; nothing when there were none. */
	snapshot(): NestedToolCalls | undefined {
		return this.#calls.length === 0 ? undefined : { calls: structuredClone(this.#calls), complete: this.#complete };
	}

	#keepArguments(args: JsonObject): Pick<NestedToolCallRecord, "arguments" | "argumentsBytes"> {
		const bytes = Buffer.byteLength(JSON.stringify(args));
		if (bytes > MAX_CALL_BYTES || this.#bytes + bytes > MAX_TOTAL_BYTES) {
			this.#complete = false;
			return { argumentsBytes: bytes };
		}
		this.#bytes += bytes;
		return { arguments: structuredClone(args) };
	}
}

function textOf(content: ToolCallOutcome["result"]["content"]): string {
	if (!Array.isArray(content)) return "";
	return content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("\n");
}
