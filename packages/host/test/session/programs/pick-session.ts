// node pick-session.mjs FOLDER INDEX_DIR WORD LARGE: lists the sessions of the folder, searches them for the word, opens
// a large one and reads its context. Prints what it found and how much memory that took, in megabytes.
import { listSessions } from "../../../src/session/catalog.ts";
import { openSession } from "../../../src/session/open-session.ts";

const [folder = "", indexDir = "", word = "", large = ""] = process.argv.slice(2);
const peak = (): number => Math.round(process.resourceUsage().maxRSS / 1024);
let told = 0;
const started = performance.now();
const onProgress = (loaded: number): void => void (told = loaded);
const sessions = await listSessions(folder, { indexDir, onProgress }, new AbortController().signal);
const listedAfter = Math.round(performance.now() - started);
const found = sessions.filter(({ allMessagesText }) => allMessagesText.includes(word)).map(({ id }) => id);
const listPeak = peak();
const session = openSession(large, { fallbackCwd: "/project", indexDir, access: "view" });
const { messages } = session.buildSessionContext();
const result = {
	sessions: sessions.length,
	told,
	found,
	messages: messages.length,
	listedAfter,
	listPeak,
	openPeak: peak(),
};
process.stdout.write(`${JSON.stringify(result)}\n`);
