// node hold-session.mjs FILE: owns the session, says "open", appends one message for each line of stdin and says
// "done", and lets go of it when stdin ends.
import { createInterface } from "node:readline";
import { openSession } from "../../../src/session/open-session.ts";

const [file = ""] = process.argv.slice(2);
const session = openSession(file, { fallbackCwd: "/project", access: "own", program: "holder" });
process.stdout.write("open\n");
for await (const text of createInterface({ input: process.stdin })) {
	session.append({ type: "message", message: { role: "user", content: text, timestamp: Date.now() } });
	process.stdout.write("done\n");
}
session.close();
