import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, test } from "vitest";

const PROGRAM = fileURLToPath(new URL("./exit-program.ts", import.meta.url));

test("the process lives while a dispatch waits and ends when none does", async () => {
	const { stdout, stderr } = await promisify(execFile)(process.execPath, [
		"--conditions=source",
		"--import",
		"tsx",
		PROGRAM,
	]);

	expect({ stdout, stderr }).toEqual({ stdout: "answered\n", stderr: "" });
});
