/** The parts of a generateContent request that this adapter writes. */
export interface Part {
	text?: string;
	/** Reasoning, in words. */
	thought?: true;
	/** What the model remembers of its reasoning; goes back on the part it came with. */
	thoughtSignature?: string;
	inlineData?: { mimeType: string; data: string };
	functionCall?: { id?: string; name: string; args: object };
	functionResponse?: { id?: string; name: string; response: { output: string } | { error: string } };
}

export interface Content {
	role: "user" | "model";
	parts: Part[];
}

export interface FunctionDeclaration {
	name: string;
	description: string;
	parametersJsonSchema: object;
}

export interface GeneratePayload {
	contents: Content[];
	systemInstruction?: { parts: Part[] };
	tools?: { functionDeclarations: FunctionDeclaration[] }[];
	toolConfig?: { functionCallingConfig: { mode: "AUTO" | "NONE" } };
	generationConfig: Record<string, unknown>;
}
