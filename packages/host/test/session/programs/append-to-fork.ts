// node append-to-fork.mjs FILE FOLDER COUNT: forks the session into the folder, appends messages to the fork and
// prints its file.
import { forkSession } from "../../../src/session/open-session.ts";

const [source = "", sessionDir = "", count = "0"] = process.argv.slice(2);
const fork = forkSession(source, { cwd: "/project", sessionDir });
for (let number = 0; number < Number(count); number += 1)
	fork.append({ type: "message", message: { role: "user", content: `message ${number}`, timestamp: number } });
fork.close();
process.stdout.write(`${fork.getSessionFile()}\n`);
