import type { Model } from "../../contract/model.ts";
import type { ProviderHeaders, ProviderRequest } from "../../contract/provider.ts";
import { outputLimit } from "../../transcript/output-limit.ts";
import { getSystemMessageText } from "../../transcript/system-state.ts";
import { wireTools } from "../wire-tools.ts";
import { toContents } from "./messages.ts";
import { resolveThinking } from "./thinking.ts";
import type { GeneratePayload } from "./wire.ts";

/** Gemini 3 and later. */
const WANTS_SIGNATURES = /gemini-(?:[3-9]|\d{2,})/;

export function generateUrl(model: Model): string {
	return `${model.baseUrl.replace(/\/+$/, "")}/models/${encodeURIComponent(model.id)}:streamGenerateContent?alt=sse`;
}

export function generateHeaders({ options }: ProviderRequest): ProviderHeaders {
	const headers: ProviderHeaders = { accept: "text/event-stream", "content-type": "application/json" };
	if (options.apiKey !== undefined && options.apiKey !== "") headers["x-goog-api-key"] = options.apiKey;
	return headers;
}

export function generatePayload({ model, messages, options }: ProviderRequest): GeneratePayload {
	const { tools, names } = wireTools(messages);
	const limit = outputLimit(model, messages, options.maxTokens);
	const thinking = resolveThinking(model, options, limit);
	const first = messages[0];
	const prompt = first?.role === "system" ? getSystemMessageText(first) : "";
	const payload: GeneratePayload = {
		contents: toContents(messages, { names, wantsSignatures: WANTS_SIGNATURES.test(model.id) }),
		...(prompt.trim() === "" ? {} : { systemInstruction: { parts: [{ text: prompt }] } }),
		generationConfig: {
			maxOutputTokens: limit,
			...(options.temperature === undefined ? {} : { temperature: options.temperature }),
			...(thinking.config === undefined ? {} : { thinkingConfig: thinking.config }),
			...model.samplingParams,
			...model.samplingParamsByThinkingLevel?.[thinking.level],
			...options.samplingParams,
		},
	};
	if (tools.length === 0) return payload;
	payload.tools = [
		{
			functionDeclarations: tools.map(({ name, description, parameters }) => ({
				name,
				description,
				parametersJsonSchema: parameters,
			})),
		},
	];
	if (options.toolChoice !== undefined) {
		payload.toolConfig = { functionCallingConfig: { mode: options.toolChoice === "none" ? "NONE" : "AUTO" } };
	}
	return payload;
}
