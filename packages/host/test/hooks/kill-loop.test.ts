import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("./kill-loop-program.ts", import.meta.url));
const stopped = "was stopped because it did not return";

test("a looping handler that is ended by force costs neither the next handler nor the dispatches beside it", async () => {
	const child = spawn(process.execPath, ["--conditions=source", "--import", "tsx", PROGRAM], {
		stdio: ["ignore", "pipe", "pipe"],
	});
	const ended = new Promise((resolve) => child.once("close", resolve));
	const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);

	expect({ code: await ended, errors }).toEqual({ code: 0, errors: "" });
	expect(JSON.parse(output)).toEqual({
		withTenSiblings: { log: ["first", "last"], siblings: 10, resumed: true, owner: "looper" },
		afterAnotherHandlerWaited: { log: ["last"], bystanders: 10, resumed: true, owner: "looper after timer" },
		inAGuard: { outcome: `guard: ${stopped}`, later: 0 },
		faults: [
			{ extensionPath: "looper", event: "session_start", error: stopped },
			{ extensionPath: "looper after timer", event: "agent_settled", error: stopped },
			{ extensionPath: "guard", event: "tool_call", error: stopped },
		],
	});
});
