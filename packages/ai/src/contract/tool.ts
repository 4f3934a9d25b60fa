/** Provider-side constrained sampling for a tool's arguments (TL16). */
export type ConstrainedSampling =
	| { type: "json_schema"; strict: "prefer" | "require" }
	| { type: "grammar"; variants: { openai_lark?: string; openai_regex?: string } };

/** What the model is told about a tool. `parameters` is any JSON Schema object. */
export interface Tool<TParameters extends object = object> {
	name: string;
	description: string;
	parameters: TParameters;
	constrainedSampling?: false | ConstrainedSampling;
}

/** Names a tool without describing it. */
export interface ToolReference {
	name: string;
}
