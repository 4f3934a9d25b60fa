// Plays a batch with one program and cuts what happened into its cases.
import { rmSync } from "node:fs";
import { describeEvents, readEntries, readLog, requestShape } from "../compare.mjs";
import { runProgram } from "../programs.mjs";
import { conductorSources, promptsOf } from "./conductor.mjs";

/** Resolves with what was seen of each case, in the order of `batch.cases`. */
export async function observeBatch(server, program, batch) {
	const scripts = batch.cases.map(({ turns = [] }) => ({ turns, requests: [] }));
	const { baseUrl, caseUrl } = server.open([], scripts);
	const run = await runProgram(program, {
		baseUrl,
		model: batch.model,
		extensions: conductorSources(batch),
		prompts: promptsOf(batch.cases),
		env: { CASE_URL: caseUrl },
	});
	const events = cut(readLog(run.eventsFile), ({ name, number }) => (name === "case" ? number : undefined));
	const isStart = ({ customType, data }) => (customType === "case" ? data : undefined);
	const entries = cut(readEntries(run.agentDir).map(relative), isStart);
	rmSync(run.home, { recursive: true, force: true });
	return batch.cases.map((_, number) => ({
		// How the program ended belongs to the last case.
		code: number === batch.cases.length - 1 ? run.code : 0,
		stdout: "",
		stderr: run.stderr,
		events: describeEvents((events[number] ?? []).map(recent), batch),
		requests: scripts[number].requests.map((request) => shapeOf(request, number)),
		entries: (entries[number] ?? ["never entered"]).map((entry) => JSON.stringify(entry)),
	}));
}

/** Splits at the items that begin a case; what comes before the first one belongs to none. */
function cut(items, startOf) {
	const parts = [];
	let part;
	for (const item of items) {
		const number = startOf(item);
		if (number !== undefined) part = parts[number] = [];
		part?.push(item);
	}
	return parts;
}

/** The roles of a context and of a branch without those of the cases before. */
function recent(event) {
	const near = { ...event };
	for (const key of ["roles", "branch"])
		if (typeof near[key] === "string" && event.name !== "agent_end")
			near[key] = near[key].split(",").slice(-3).join(",");
	return near;
}

/** Positions relative to the entry, so that a case does not depend on how many entries the cases before it left. */
function relative(entry, index) {
	const near = { ...entry };
	for (const key of ["parent", "targetId", "firstKeptEntryId", "fromId"])
		if (typeof near[key] === "number") near[key] = index - near[key];
	return near;
}

/** A request without the conversation of the cases before: from behind the last answer that precedes the case's prompt. */
function shapeOf(request, number) {
	if (!Array.isArray(request.body?.messages)) return { body: request.body };
	const shape = requestShape(request);
	const at = shape.messages.findIndex(
		({ role, content }) => role === "user" && new RegExp(` ${number}\\.`).test(content),
	);
	const end = at === -1 ? shape.messages.length - 2 : at;
	const before = ({ role, content }) => role === "assistant" || role === "tool" || /^(go|again) \d+\./.test(content);
	const from = shape.messages.slice(0, Math.max(0, end)).findLastIndex(before) + 1;
	return { ...shape, head: shape.messages[0], messages: shape.messages.slice(from) };
}
