import type { NotificationType } from "../extension-api/ui.ts";

/** What an extension asks the client to show, by method (W06). Dialogs come first; they wait for a response. */
interface UiMethods {
	select: { title: string; options: string[]; timeout?: number };
	confirm: { title: string; message: string; timeout?: number };
	input: { title: string; placeholder?: string; timeout?: number };
	editor: { title: string; prefill?: string };
	notify: { message: string; notifyType?: NotificationType };
	/** Without a text the entry is cleared. */
	setStatus: { statusKey: string; statusText: string | undefined };
	/** Without lines the widget is cleared. */
	setWidget: {
		widgetKey: string;
		widgetLines: string[] | undefined;
		widgetPlacement?: "aboveEditor" | "belowEditor";
	};
	setTitle: { title: string };
	set_editor_text: { text: string };
}

/** A request without its number. */
export type UiRequestBody = { [K in keyof UiMethods]: { method: K } & UiMethods[K] }[keyof UiMethods];

export type RpcExtensionUIRequest = { type: "extension_ui_request"; id: string } & UiRequestBody;

/** The client's answer to a dialog; one to a dialog that is not open is ignored. */
export type RpcExtensionUIResponse =
	| { type: "extension_ui_response"; id: string; value: string }
	| { type: "extension_ui_response"; id: string; confirmed: boolean }
	| { type: "extension_ui_response"; id: string; cancelled: true };
