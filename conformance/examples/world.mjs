// Plays one case with one program and gives everything that can be seen of it.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { makeHome, removeHome, runExample } from "./run-example.mjs";

/**
 * A case is { example, promise, home?, turns?, runs, observe, expected }. `home` is given to makeHome; its `companion` is
 * the source of an extension loaded beside the example. Each of `runs` is one start of the program, given to runExample.
 * `look` receives the world while the home still exists.
 */
export async function playCase(server, { program, example, home = {}, turns = [], runs }, look) {
	const { baseUrl, requests } = server.open(turns);
	const { companion, agentFiles = {}, ...rest } = home;
	const point = (text) => text.replaceAll("$BASE_URL", baseUrl);
	const files = Object.fromEntries(Object.entries(agentFiles).map(([name, text]) => [name, point(text)]));
	const place = makeHome({
		baseUrl,
		...rest,
		agentFiles: { ...files, ...(companion && { "companion.ts": companion }) },
	});
	const beside = companion ? ["-e", join(place.agentDir, "companion.ts")] : [];
	const ended = [];
	try {
		for (const { args = [], ...run } of runs)
			ended.push(await runExample(program, place, { name: example, ...run, args: [...args, ...beside] }));
		return look({ runs: ended, requests, place, entries: sessionEntries(place.agentDir) });
	} finally {
		removeHome(place);
	}
}

function sessionEntries(agentDir) {
	const root = join(agentDir, "sessions");
	if (!existsSync(root)) return [];
	const names = readdirSync(root, { recursive: true })
		.map(String)
		.filter((name) => name.endsWith(".jsonl"))
		.sort();
	return names.flatMap((name) =>
		readFileSync(join(root, name), "utf8")
			.trim()
			.split("\n")
			.map((line) => JSON.parse(line)),
	);
}

/** Text of one message of a request. */
export function textOf({ content }) {
	return typeof content === "string" ? content : (content ?? []).map((block) => block.text ?? "").join("");
}

/** All text the n-th request carries for the system, whatever role the wire gives it. */
export function systemText({ requests }, number) {
	const messages = requests[number]?.body.messages ?? [];
	return messages
		.filter(({ role }) => role === "system" || role === "developer")
		.map(textOf)
		.join("\n");
}

/** Texts of the messages with this role in the last request. */
export function lastTexts({ requests }, role) {
	return (requests.at(-1)?.body.messages ?? []).filter((message) => message.role === role).map(textOf);
}

/** Names of the tools the n-th request declares, sorted. */
export function toolNames({ requests }, number) {
	return (requests[number]?.body.tools ?? []).map((tool) => tool.function.name).sort();
}

/** Tool results in the session. */
export function toolResults({ entries }) {
	return entries.filter(({ message }) => message?.role === "toolResult").map(({ message }) => message);
}

/** Data of the custom entries of one type. */
export function customData({ entries }, customType) {
	return entries.filter((entry) => entry.type === "custom" && entry.customType === customType).map(({ data }) => data);
}

/** Exit codes and answers of all runs. */
export function outcomes({ runs }) {
	return runs.map(({ code, stdout }) => [code, stdout.trim()]);
}

/** Text of a file in the folder of work or, with a leading `agent/`, in the agent's. */
export function fileText({ place }, name) {
	const path = name.startsWith("agent/") ? join(place.agentDir, name.slice(6)) : join(place.cwd, name);
	return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}
