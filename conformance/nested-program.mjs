// A command of the model starts the program by its name, as extensions and skills do.
import { rmSync } from "node:fs";
import { relative, sep } from "node:path";
import { runProgram } from "./programs.mjs";

const COMMAND = "pi --version; pi -p --model fake/fake --no-session nested; command -v pi";

/** What the outer run printed, and what the command printed in it. */
export async function runNested(server) {
	const call = { name: "bash", args: { command: COMMAND } };
	const { baseUrl, requests } = server.open([{ calls: [call] }, { text: "inner answer" }, { text: "outer" }]);
	const { code, stdout, home, agentDir } = await runProgram("tau", { baseUrl, probe: false, prompts: ["go"] });
	const [version, answer, found = ""] = String(requests.at(-1)?.body.messages.at(-1).content).trim().split("\n");
	const place = relative(agentDir, found).split(sep).slice(0, 2).join("/");
	rmSync(home, { recursive: true, force: true });
	return { code, stdout, lines: [version, answer, place] };
}
