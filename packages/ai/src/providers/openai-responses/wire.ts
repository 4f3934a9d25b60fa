import type { Grammar } from "../grammar-tools.ts";

/** The parts of the Responses request that this adapter writes. */
export type InputPart =
	| { type: "input_text"; text: string }
	| { type: "input_image"; image_url: string; detail: "auto" };

export interface OutputText {
	type: "output_text";
	text: string;
}

/** What a model wrote before, a step of its work, or what it is told. */
export type InputItem =
	| { type: "message"; role: "user" | "system" | "developer"; content: InputPart[] }
	| { type: "message"; role: "assistant"; content: OutputText[]; phase?: string }
	| ReasoningItem
	| { type: "function_call"; call_id: string; name: string; arguments: string }
	| { type: "custom_tool_call"; call_id: string; name: string; input: string }
	| { type: "function_call_output" | "custom_tool_call_output"; call_id: string; output: string | InputPart[] };

/** Goes back as it came, in the answer that it belongs to. */
export interface ReasoningItem {
	type: "reasoning";
	id?: string;
	summary: unknown[];
	content?: unknown[];
	encrypted_content?: string;
}

export type ResponsesTool =
	| { type: "function"; name: string; description: string; parameters: object; strict: boolean }
	| { type: "custom"; name: string; description: string; format: { type: "grammar" } & Grammar };

export interface ResponsesPayload {
	model: string;
	input: InputItem[];
	stream: true;
	store: false;
	tools?: ResponsesTool[];
	[field: string]: unknown;
}
