import type { SourceInfo } from "./source-info.ts";

interface ResourceText {
	name: string;
	description?: string;
}

/** A skill, rule or template that an extension brings along: a file beside it, or its text (API25, Grip). */
export type ResourceRegistration = ResourceText &
	(
		| { /** Relative to the folder of the extension's file. */ filePath: string; content?: never }
		| { content: string; filePath?: never }
	);

export type PromptRegistration = ResourceRegistration & { argumentHint?: string };

export type RegisteredResourceKind = "skill" | "rule" | "prompt";

/** With the kind and the extension it came from. */
export interface RegisteredResource extends ResourceText {
	kind: RegisteredResourceKind;
	argumentHint?: string;
	/** Absolute. Nothing when `content` is there. */
	filePath?: string;
	content?: string;
	baseDir: string;
	sourceInfo: SourceInfo;
}
