import type { Dispatcher } from "../extensions/hooks/dispatch.ts";
import type { EntryDraft } from "../session/entry.ts";
import { normalizeSessionName } from "../session/session-name.ts";
import type { RuntimeListener } from "./runtime-event.ts";

export interface SessionNameParts {
	readonly dispatcher: Dispatcher;
	append(draft: EntryDraft): unknown;
	emit: RuntimeListener;
	inBackground(work: Promise<unknown>): void;
}

/** Sets the display name of a session and tells everyone (E05, API06). An empty name clears it. */
export class SessionNames {
	readonly #parts: SessionNameParts;

	constructor(parts: SessionNameParts) {
		this.#parts = parts;
	}

	set(text: string): void {
		const name = normalizeSessionName(text) || undefined;
		this.#parts.append({ type: "session_info", ...(name !== undefined && { name }) });
		this.#parts.inBackground(this.#tell(name));
	}

	async #tell(name: string | undefined): Promise<void> {
		await this.#parts.dispatcher.notify("session_info_changed", { type: "session_info_changed", name });
		await this.#parts.emit({ type: "session_info_changed", ...(name !== undefined && { name }) });
	}
}
