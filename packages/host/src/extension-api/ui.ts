import type { Component } from "@tau/tui";
import type { Theme } from "../theme/theme.ts";

export interface DialogOptions {
	/** Dismisses the dialog; it then answers like a cancel. */
	signal?: AbortSignal;
	/** Milliseconds until the dialog dismisses itself. */
	timeout?: number;
}

export interface WidgetOptions {
	placement?: "aboveEditor" | "belowEditor";
}

export interface WorkingIndicatorOptions {
	frames?: string[];
	intervalMs?: number;
}

/** Builds a component for a terminal; ignored in modes without one. */
export type ComponentFactory = (tui: never, theme: Theme, ...more: never[]) => Component | Promise<Component>;

export type NotificationType = "info" | "warning" | "error";

/**
 * How extensions talk to the user (A17). Print and JSON modes have no user: dialogs answer with their cancel value at
 * once, everything else does nothing (C01).
 */
export interface ExtensionUi {
	/** Cancel: `undefined`. */
	select(title: string, options: string[], dialog?: DialogOptions): Promise<string | undefined>;
	/** Cancel: `false`. */
	confirm(title: string, message: string, dialog?: DialogOptions): Promise<boolean>;
	/** Cancel: `undefined`. */
	input(title: string, placeholder?: string, dialog?: DialogOptions): Promise<string | undefined>;
	/** Cancel: `undefined`. */
	editor(title: string, prefill?: string): Promise<string | undefined>;
	notify(message: string, type?: NotificationType): void;
	onTerminalInput(handler: (data: string) => { consume?: boolean; data?: string } | undefined): () => void;
	/** `undefined` clears. */
	setStatus(key: string, text: string | undefined): void;
	setWorkingMessage(message?: string): void;
	setWorkingVisible(visible: boolean): void;
	setWorkingIndicator(options?: WorkingIndicatorOptions): void;
	setHiddenThinkingLabel(label?: string): void;
	setWidget(key: string, content: string[] | ComponentFactory | undefined, options?: WidgetOptions): void;
	setFooter(factory: ComponentFactory | undefined): void;
	setHeader(factory: ComponentFactory | undefined): void;
	setTitle(title: string): void;
	/** `undefined` in every mode but the terminal. */
	custom<T>(factory: (...context: never[]) => unknown, options?: object): Promise<T | undefined>;
	pasteToEditor(text: string): void;
	setEditorText(text: string): void;
	getEditorText(): string;
	addAutocompleteProvider(factory: (current: never) => unknown): void;
	setEditorComponent(factory: ((...context: never[]) => unknown) | undefined): void;
	getEditorComponent(): ((...context: never[]) => unknown) | undefined;
	readonly theme: Theme;
	getAllThemes(): { name: string; path: string | undefined }[];
	getTheme(name: string): Theme | undefined;
	setTheme(theme: string | Theme): { success: boolean; error?: string };
	getToolsExpanded(): boolean;
	setToolsExpanded(expanded: boolean): void;
}
