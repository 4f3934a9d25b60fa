import type { AgentToolResult } from "@tau/agent";

/** The text of a result; of a call that throws, the message. */
export async function textOf(call: Promise<AgentToolResult<unknown>>): Promise<string> {
	try {
		const result = await call;
		return result.content.map((part) => (part.type === "text" ? part.text : `<${part.mimeType}>`)).join("\n");
	} catch (error) {
		return `throws: ${(error as Error).message}`;
	}
}
