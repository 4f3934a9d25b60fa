// What two programs did with one scenario, reduced to what must be equal: ids, times and prose are masked.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Order, kinds and outcomes of everything the probe heard. Streaming chunks may be cut differently, so the updates of
 * one response are compared as a set; `later` names events that Tau tells after the event whose handler caused them
 * (docs/differences.md), compared apart from the others; `unheard` names events that are not compared at all.
 */
export function readEvents(file, options) {
	return describeEvents(readLog(file), options);
}

export function readLog(file) {
	if (!existsSync(file)) return [];
	return readFileSync(file, "utf8")
		.trim()
		.split("\n")
		.filter(Boolean)
		.map((line) => JSON.parse(line));
}

export function describeEvents(events, { later = [], unheard = [] } = {}) {
	const lines = events
		.filter(({ name }) => !unheard.includes(name))
		.map(({ name, ...rest }) => `${name} ${JSON.stringify(mask(rest))}`);
	const isLater = (line) => later.includes(line.split(" ", 1)[0]);
	return [...updatesAsSet(lines.filter((line) => !isLater(line))), ...lines.filter(isLater)];
}

const SUMMARY_REQUEST =
	/^(?:<conversation>\n([\s\S]*?)\n<\/conversation>|# Conversation\n([\s\S]*?)\n\n# Instructions)([\s\S]*)$/;

/** The peer stores a sentence of its own in front of a branch summary. */
const BRANCH_PREFACE = /The user explored [^\n]*\nSummary of that exploration:\n\n/;

/** What stands for a result that the history lacks. */
const NO_RESULT = /^(?:No result provided|No result: the tool call was interrupted\.)$/;

/** A request for a summary without its instructions, which are prose: the conversation, and what it carries on. */
function withoutInstructions(text) {
	const found = SUMMARY_REQUEST.exec(text);
	if (!found) return text.replace(BRANCH_PREFACE, "").replace(NO_RESULT, "(no result)");
	const previous = /<previous-summary>\n([\s\S]*?)\n<\/previous-summary>/.exec(found[3])?.[1];
	const focus = /Additional focus: (.*)/.exec(found[3])?.[1];
	return JSON.stringify({ summarize: found[1] ?? found[2], previous, focus });
}

/** Roles, section names, tool names and the shape of schemas; prose masked. */
export function requestShape({ body }) {
	return {
		model: body.model,
		messages: body.messages.map((message) => ({
			role: message.role === "developer" ? "system" : message.role,
			content:
				message.role === "system" || message.role === "developer"
					? sectionNames(message.content)
					: withoutInstructions(mask(flatten(message.content))),
			...(message.tool_calls && {
				calls: message.tool_calls.map((call) => [call.function.name, JSON.parse(call.function.arguments)]),
			}),
		})),
		tools: (body.tools ?? []).map((tool) => [tool.function.name, schemaShape(tool.function.parameters)]),
	};
}

/** Types and contents of the session's entries, without what differs by nature. */
export function readEntries(agentDir) {
	const root = join(agentDir, "sessions");
	if (!existsSync(root)) return [];
	const files = readdirSync(root, { recursive: true })
		.filter((name) => String(name).endsWith(".jsonl"))
		.sort();
	return files.flatMap((name) => {
		const lines = readFileSync(join(root, String(name)), "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line));
		const ids = new Map(lines.map((entry, index) => [entry.id, index]));
		return lines.map((entry) => describeEntry(entry, ids));
	});
}

function describeEntry(entry, ids) {
	const { type, message } = entry;
	const parent = entry.parentId === undefined ? undefined : (ids.get(entry.parentId) ?? null);
	if (type === "session") return { type, version: entry.version };
	if (type !== "message") {
		const { id: _id, timestamp: _timestamp, parentId: _parent, ...rest } = entry;
		for (const key of ["targetId", "firstKeptEntryId", "fromId"])
			if (rest[key]) rest[key] = ids.get(rest[key]) ?? "unknown";
		if (rest.usage) rest.usage = rest.usage.totalTokens;
		if (type === "compaction") {
			// Sizes follow from the prompt's own text.
			rest.tokensBefore = typeof rest.tokensBefore;
			rest.systemMessage = Object.keys(rest.systemMessage ?? {}).sort();
		}
		if (type === "branch_summary") rest.summary = rest.summary.replace(BRANCH_PREFACE, "");
		return { parent, ...mask(rest) };
	}
	if (message.role === "system") {
		const sections = Object.fromEntries(
			Object.entries(message.sections ?? {}).map(([name, value]) => [name, value === null ? null : "…"]),
		);
		return {
			parent,
			role: "system",
			sections,
			added: message.toolsAdded?.map((tool) => tool.name),
			removed: message.toolsRemoved?.map((tool) => tool.name),
		};
	}
	const { role, content, stopReason, isError, toolName, details, customType, display } = message;
	return {
		parent,
		role,
		content: mask(content),
		stopReason,
		isError,
		toolName,
		details: mask(details),
		customType,
		display,
	};
}

function flatten(content) {
	if (content === null || content === undefined) return "";
	if (typeof content === "string") return content;
	return content.map((block) => block.text ?? block.type).join("\n");
}

function sectionNames(content) {
	return [...flatten(content).matchAll(/^<([a-z_]+)>$/gm)].map((match) => match[1]);
}

function schemaShape(schema) {
	if (schema === null || typeof schema !== "object") return schema;
	if (Array.isArray(schema)) return schema.map(schemaShape);
	const kept = Object.entries(schema).filter(([key]) => !["description", "title", "$schema"].includes(key));
	return Object.fromEntries(kept.sort(([a], [b]) => (a < b ? -1 : 1)).map(([key, value]) => [key, schemaShape(value)]));
}

/** Times, temporary paths and generated ids. */
function mask(value) {
	if (value === undefined) return undefined;
	const text = JSON.stringify(value)
		.replace(/\/tmp\/[^"\s\\]+/g, "<path>")
		.replace(/"(timestamp|durationMs|wall_time_seconds)":[\d.]+/g, '"$1":0')
		.replace(/\b[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\b/g, "<id>");
	return JSON.parse(text);
}

function updatesAsSet(lines) {
	const out = [];
	let updates = new Set();
	for (const line of [...lines, "end"]) {
		if (line.startsWith("message_update")) updates.add(line);
		else {
			out.push(...[...updates].sort(), line);
			updates = new Set();
		}
	}
	return out.slice(0, -1);
}
