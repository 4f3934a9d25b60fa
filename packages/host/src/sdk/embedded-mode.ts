import { formatDiagnostic, type Diagnostic } from "../base/diagnostic.ts";
import type { ExtensionMode } from "../extension-api/context.ts";
import type { ExtensionUi } from "../extension-api/ui.ts";
import type { FaultSink } from "../extensions/hooks/extension-fault.ts";
import { toExtensionFault } from "../extensions/hooks/extension-fault.ts";
import type { ModeContext } from "../runtime/extension-context.ts";
import { createNoUi } from "../runtime/no-ui.ts";
import type { ExtensionBindings } from "./agent-session.ts";

/** The face of a session inside another program: without a user until the embedder brings one. */
export class EmbeddedMode implements ModeContext {
	readonly #noUi: ExtensionUi = createNoUi();
	#bindings: ExtensionBindings = {};

	get mode(): ExtensionMode {
		return this.#bindings.mode ?? "print";
	}

	get ui(): ExtensionUi {
		return this.#bindings.uiContext ?? this.#noUi;
	}

	get hasUI(): boolean {
		return this.#bindings.uiContext !== undefined;
	}

	/** Given anew, each time for what is named. */
	bind(bindings: ExtensionBindings): void {
		this.#bindings = { ...this.#bindings, ...bindings };
	}

	shutdown(): void {
		this.#bindings.shutdownHandler?.();
	}

	listenTo(faults: Set<FaultSink>): void {
		faults.add((fault) => this.#bindings.onError?.(fault));
	}

	/** Problems go where those of extensions go; true when one of them is an error. */
	report(diagnostics: readonly Diagnostic[]): boolean {
		for (const diagnostic of diagnostics) {
			const error = new Error(formatDiagnostic(diagnostic));
			this.#bindings.onError?.(toExtensionFault(diagnostic.owner ?? "<runtime>", "start", error));
		}
		return diagnostics.some(({ severity }) => severity === "error");
	}
}
