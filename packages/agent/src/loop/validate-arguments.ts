import type { ToolCall } from "@tau/ai";
import type { AgentTool } from "../contract/tool.ts";
import { coerceArguments } from "./coerce-arguments.ts";

/** Arguments ready to run, or the text that tells the model what to mend (TL04-TL06). */
export type ValidatedArguments = { ok: true; input: Record<string, unknown> } | { ok: false; message: string };

interface SchemaError {
	keyword: string;
	instancePath: string;
	params: Record<string, unknown>;
	message: string;
}

/**
 * Prepares, coerces and validates the arguments of a call. Never rejects: a `prepareArguments` that throws is reported
 * like any other unusable input.
 */
export async function validateArguments(tool: AgentTool, call: ToolCall): Promise<ValidatedArguments> {
	if (call.argumentsError !== undefined)
		return { ok: false, message: `Invalid arguments for tool "${tool.name}": ${call.argumentsError}` };
	let prepared: unknown;
	try {
		// A copy, so that neither preparation nor hooks change what the transcript keeps (TL23).
		prepared = structuredClone(call.arguments);
		if (tool.prepareArguments) prepared = tool.prepareArguments(prepared);
	} catch (error) {
		return {
			ok: false,
			message: failureText(tool.name, [error instanceof Error ? error.message : String(error)], call),
		};
	}
	const input = coerceArguments(tool.parameters, prepared);
	const problems = await findProblems(tool.parameters, input);
	if (problems.length > 0) return { ok: false, message: failureText(tool.name, problems, call) };
	return { ok: true, input: input as Record<string, unknown> };
}

async function findProblems(schema: object, value: unknown): Promise<string[]> {
	// The validator is large and many runs never call a tool.
	const { Check, Errors } = await import("typebox/schema");
	if (Check(schema, value)) return [];
	const [, errors] = Errors(schema, value);
	return describeErrors(errors as unknown as SchemaError[], value);
}

/** One line per field, in the validator's order; later errors of a field add nothing. */
function describeErrors(errors: readonly SchemaError[], value: unknown): string[] {
	const seen = new Set<string>();
	const lines: string[] = [];
	const add = (path: string, text: string): void => {
		if (seen.has(path)) return;
		seen.add(path);
		lines.push(path === "" ? text : `${path}: ${text}`);
	};
	for (const error of errors) {
		const path = error.instancePath.split("/").slice(1).join(".");
		const inside = (name: string): string => (path === "" ? name : `${path}.${name}`);
		if (error.keyword === "required")
			for (const name of names(error.params["requiredProperties"])) add(inside(name), "missing");
		else if (error.keyword === "additionalProperties")
			for (const name of names(error.params["additionalProperties"])) add(inside(name), "unknown field");
		else if (error.keyword !== "boolean" && error.keyword !== "anyOf" && error.keyword !== "oneOf")
			add(path, describe(error, valueAt(value, error.instancePath)));
	}
	return lines.length > 0 ? lines : errors.map((error) => error.message);
}

function describe(error: SchemaError, actual: unknown): string {
	const { params } = error;
	switch (error.keyword) {
		case "type":
			return `expected ${[params["type"]].flat().join(" or ")}, got ${nameOf(actual)}`;
		case "const":
			return `expected ${JSON.stringify(params["allowedValue"])}`;
		case "enum":
			return `expected one of ${JSON.stringify(params["allowedValues"])}`;
		case "minLength":
			return `expected at least ${String(params["limit"])} characters`;
		case "maxLength":
			return `expected at most ${String(params["limit"])} characters`;
		case "minItems":
			return `expected at least ${String(params["limit"])} items`;
		case "maxItems":
			return `expected at most ${String(params["limit"])} items`;
		case "minimum":
		case "maximum":
		case "exclusiveMinimum":
		case "exclusiveMaximum":
			return `expected ${String(params["comparison"])} ${String(params["limit"])}`;
		default:
			return error.message;
	}
}

function names(value: unknown): string[] {
	return Array.isArray(value) ? value.map(String) : [];
}

function nameOf(value: unknown): string {
	if (value === null) return "null";
	return Array.isArray(value) ? "array" : typeof value;
}

function valueAt(value: unknown, pointer: string): unknown {
	let current = value;
	for (const part of pointer.split("/").slice(1)) {
		const key = part.replaceAll("~1", "/").replaceAll("~0", "~");
		current = (current as Record<string, unknown> | undefined)?.[key];
	}
	return current;
}

function failureText(toolName: string, problems: readonly string[], call: ToolCall): string {
	const lines = problems.map((problem) => `  - ${problem}`).join("\n");
	return `Validation failed for tool "${toolName}":\n${lines}\n\nReceived arguments:\n${JSON.stringify(call.arguments, null, 2)}`;
}
