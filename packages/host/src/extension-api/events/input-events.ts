import type { ImageContent } from "@tau/ai";
import type { BashOperations } from "../tool-operations.ts";

/** Text as the user wrote it, before skills and templates expand; extension commands never come here (E38). Waterfall. */
export interface InputEvent {
	type: "input";
	text: string;
	images?: ImageContent[];
	source: "interactive" | "rpc" | "extension";
	/** Set while the agent is busy. */
	streamingBehavior?: "steer" | "followUp";
}

/** `handled` stops the chain and the prompt. */
export type InputEventResult =
	| { action: "continue" }
	| { action: "transform"; text: string; images?: ImageContent[] }
	| { action: "handled" };

/** A command the user typed with `!` or `!!` (E37). First; a throw or a malformed answer refuses the command. */
export interface UserBashEvent {
	type: "user_bash";
	command: string;
	/** True for `!!`. */
	excludeFromContext: boolean;
	cwd: string;
}

/** What a shell command came to. */
export interface BashResult {
	output: string;
	exitCode: number | undefined;
	cancelled: boolean;
	truncated: boolean;
	fullOutputPath?: string;
}

export type UserBashEventResult =
	| { operations: BashOperations; result?: never }
	| { operations?: never; result: BashResult };

export type UiPromptKind = "select" | "confirm" | "input" | "editor" | "custom";

/** The host waits for the user; overlapping prompts are one span (E18). Observe, not awaited. */
export interface UiPromptStartEvent {
	type: "ui_prompt_start";
	reason: "ui_prompt";
	kind: UiPromptKind;
	title?: string;
}

export interface UiPromptEndEvent extends Omit<UiPromptStartEvent, "type"> {
	type: "ui_prompt_end";
}
