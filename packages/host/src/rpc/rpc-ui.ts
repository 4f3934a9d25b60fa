import type { DialogOptions, ExtensionUi } from "../extension-api/ui.ts";
import { createNoUi } from "../runtime/no-ui.ts";
import type { UiRequests } from "./ui-requests.ts";

/** The user interface of extensions whose user sits at the other end of a pipe: what needs a terminal does nothing. */
export function createRpcUi(requests: UiRequests): ExtensionUi {
	const setEditorText = (text: string): void => requests.tell({ method: "set_editor_text", text });
	return {
		...createNoUi(),
		select: async (title, options, dialog) =>
			textOf(await requests.ask({ method: "select", title, options, ...timeoutOf(dialog) }, dialog)),
		confirm: async (title, message, dialog) =>
			(await requests.ask({ method: "confirm", title, message, ...timeoutOf(dialog) }, dialog))?.["confirmed"] === true,
		input: async (title, placeholder, dialog) => {
			const shown = { title, ...(placeholder !== undefined && { placeholder }) };
			return textOf(await requests.ask({ method: "input", ...shown, ...timeoutOf(dialog) }, dialog));
		},
		editor: async (title, prefill) =>
			textOf(await requests.ask({ method: "editor", title, ...(prefill !== undefined && { prefill }) })),
		notify: (message, notifyType = "info") => requests.tell({ method: "notify", message, notifyType }),
		setStatus: (statusKey, statusText) => requests.tell({ method: "setStatus", statusKey, statusText }),
		setWidget: (widgetKey, content, { placement } = {}) => {
			// Components need a terminal.
			if (typeof content === "function") return;
			const place = placement === undefined ? {} : { widgetPlacement: placement };
			requests.tell({ method: "setWidget", widgetKey, widgetLines: content, ...place });
		},
		setTitle: (title) => requests.tell({ method: "setTitle", title }),
		setEditorText,
		pasteToEditor: setEditorText,
		setTheme: () => ({ success: false, error: "Theme switching not supported in RPC mode" }),
	};
}

function timeoutOf(dialog: DialogOptions | undefined): { timeout?: number } {
	return dialog?.timeout === undefined ? {} : { timeout: dialog.timeout };
}

function textOf(answer: Readonly<Record<string, unknown>> | undefined): string | undefined {
	const value = answer?.["value"];
	return typeof value === "string" ? value : undefined;
}
