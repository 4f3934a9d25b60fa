import type { Component } from "@tau/tui";
import type { CustomEntry } from "../session/entry.ts";
import type { CustomMessage } from "../session/message.ts";
import type { Theme } from "../theme/theme.ts";

export interface KeybindingHints {
	keyText(keybinding: string): string;
	keyHint(keybinding: string, description: string): string;
}

export interface MessageRenderOptions extends KeybindingHints {
	expanded: boolean;
	outputPad: number;
}

export interface EntryRenderOptions extends KeybindingHints {
	expanded: boolean;
}

/** Draws custom messages of one type; nothing or a throw falls back to the content (API09). */
export type MessageRenderer<T = unknown> = (
	message: CustomMessage<T>,
	options: MessageRenderOptions,
	theme: Theme,
) => Component | undefined;

/** Draws custom entries of one type; without one nothing is shown (API10). */
export type EntryRenderer<T = unknown> = (
	entry: CustomEntry<T>,
	options: EntryRenderOptions,
	theme: Theme,
) => Component | undefined;

export type MarkdownMessageType = "user" | "assistant" | "assistant-thinking" | "custom" | "summary" | "changelog";

export interface MarkdownTransformContext {
	messageType: MarkdownMessageType;
	isStreaming: boolean;
	availableWidth: number;
	messageId?: string;
	timestamp?: string;
}

/** Synchronous and cheap; a throw keeps the text so far (API11). */
export type MarkdownTransformer = (markdown: string, context: MarkdownTransformContext) => string;

export interface MarkdownTransformerOptions {
	messageTypes?: readonly MarkdownMessageType[];
}
