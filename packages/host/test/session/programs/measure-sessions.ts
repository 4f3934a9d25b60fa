// node measure-sessions.mjs open FILE INDEX_DIR | append FILE INDEX_DIR COUNT | list FOLDER INDEX_DIR WORD: one thing with
// sessions, and what it took: milliseconds and megabytes above those of a process that only loaded this program.
import { listSessions } from "../../../src/session/catalog.ts";
import { openSession } from "../../../src/session/open-session.ts";

const [deed = "", path = "", indexDir = "", last = ""] = process.argv.slice(2);
const memory = (): number => process.memoryUsage().rss / (1 << 20);
const processor = (): number => {
	const { user, system } = process.cpuUsage();
	return (user + system) / 1000;
};

function open(): object {
	const session = openSession(path, { fallbackCwd: "/", indexDir, access: "view" });
	const opened = { open: performance.now() - started };
	const { messages } = session.buildSessionContext();
	return { ...opened, entries: session.index.size, messages: messages.length };
}

function append(): object {
	const session = openSession(path, { fallbackCwd: "/", indexDir, sync: "off" });
	const times = Array.from({ length: Number(last) }, (_, number) => {
		const before = performance.now();
		session.append({ type: "message", message: { role: "user", content: `message ${number}`, timestamp: number } });
		return (performance.now() - before) * 1000;
	});
	session.close();
	const sum = times.reduce((total, time) => total + time, 0);
	return { median: times.toSorted((left, right) => left - right)[times.length >> 1], mean: sum / times.length };
}

async function list(): Promise<object> {
	const sessions = await listSessions(path, { indexDir }, new AbortController().signal);
	const listed = { list: performance.now() - started, listPeak: process.resourceUsage().maxRSS / 1024 };
	return { ...listed, found: sessions.filter(({ allMessagesText }) => allMessagesText.includes(last)).length };
}

const deeds: Record<string, () => object | Promise<object>> = { open, append, list };
const [memoryBefore, processorBefore, started] = [memory(), processor(), performance.now()];
const result = await deeds[deed]?.();
const took = { wall: performance.now() - started, cpu: processor() - processorBefore, memory: memory() - memoryBefore };
process.stdout.write(`${JSON.stringify({ ...result, ...took })}\n`);
