import { randomUUID } from "node:crypto";
import type { Clock } from "../base/clock.ts";
import type { DialogOptions } from "../extension-api/ui.ts";
import type { RpcExtensionUIRequest, UiRequestBody } from "./extension-ui-types.ts";

export interface UiRequestParts {
	send(request: RpcExtensionUIRequest): void;
	readonly clock: Clock;
}

/** What a client said; undefined when the dialog was dismissed, by whomever. */
type Answer = Readonly<Record<string, unknown>> | undefined;

/** Requests to the client and the dialogs that wait for an answer (W06). */
export class UiRequests {
	readonly #parts: UiRequestParts;
	readonly #open = new Map<string, (answer: Answer) => void>();
	#isClosed = false;

	constructor(parts: UiRequestParts) {
		this.#parts = parts;
	}

	/** Shows something; nobody answers. */
	tell(body: UiRequestBody): void {
		this.#send(randomUUID(), body);
	}

	/** Asks, until the client answers, the time is over or the caller's signal aborts. */
	ask(body: UiRequestBody, { timeout, signal }: DialogOptions = {}): Promise<Answer> {
		if (this.#isClosed || signal?.aborted) return Promise.resolve(undefined);
		const id = randomUUID();
		return new Promise((resolve) => {
			const settle = (answer: Answer): void => {
				this.#open.delete(id);
				cancelTimer();
				signal?.removeEventListener("abort", dismiss);
				resolve(answer);
			};
			const dismiss = (): void => settle(undefined);
			// No time at all, or one that is no number, is no limit.
			const cancelTimer = timeout && timeout > 0 ? this.#parts.clock.after(timeout, dismiss) : () => {};
			signal?.addEventListener("abort", dismiss, { once: true });
			this.#open.set(id, settle);
			this.#send(id, body);
		});
	}

	/** Takes a response; one to a dialog that is not open is ignored. */
	answer(response: Readonly<Record<string, unknown>>): void {
		const { id } = response;
		if (typeof id !== "string") return;
		this.#open.get(id)?.(response["cancelled"] === true ? undefined : response);
	}

	/** Nobody answers any more: open dialogs and those to come are dismissed. */
	close(): void {
		this.#isClosed = true;
		for (const settle of [...this.#open.values()]) settle(undefined);
	}

	#send(id: string, body: UiRequestBody): void {
		this.#parts.send({ type: "extension_ui_request", id, ...body });
	}
}
