import type { ToolDefinition } from "../../src/extension-api/tool.ts";

type Run = (
	params: Record<string, unknown>,
	call: {
		id: string;
		signal: AbortSignal | undefined;
		onUpdate: Parameters<ToolDefinition["execute"]>[3];
		ctx: Parameters<ToolDefinition["execute"]>[4];
	},
) => unknown;

export interface TextToolOptions extends Omit<Partial<ToolDefinition>, "execute" | "parameters"> {
	/** JSON Schema of the parameters by name; none is required unless `required` says so. */
	properties?: Record<string, object>;
	required?: string[];
	/** A text becomes a result; anything else is the result as it stands. Default: the tool's name. */
	run?: Run;
}

/** A tool that answers with a text. */
export function textTool(name: string, options: TextToolOptions = {}): ToolDefinition {
	const { properties = {}, required = [], run = () => name, ...rest } = options;
	return {
		name,
		label: name,
		description: `Does ${name}`,
		parameters: { type: "object", properties, required } as never,
		...rest,
		execute: async (id, params, signal, onUpdate, ctx) => {
			const answer = await run(params as Record<string, unknown>, { id, signal, onUpdate, ctx });
			return typeof answer === "string" ? textAnswer(answer) : (answer as never);
		},
	};
}

/** A result with one text. */
export function textAnswer(text: string): { content: { type: "text"; text: string }[]; details: object } {
	return { content: [{ type: "text", text }], details: {} };
}
