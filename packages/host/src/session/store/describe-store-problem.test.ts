import { expect, test } from "vitest";
import { describeStoreProblem } from "./describe-store-problem.ts";
import type { StoreProblem } from "./store.ts";

const path = "/s.jsonl";

test("every problem is one line, and only a session that is not saved or read is an error", () => {
	const problems: StoreProblem[] = [
		{ type: "torn_tail", path, line: 4, bytes: 9 },
		{ type: "broken_lines", path, lines: [3] },
		{ type: "broken_lines", path, lines: [1, 2, 3, 4, 5, 6] },
		{ type: "unreadable_entry", path, id: "a" },
		{ type: "read_failed", path, message: "EIO" },
		{ type: "write_failed", path, message: "ENOSPC" },
		{ type: "sync_failed", path, message: "EIO" },
		{ type: "lease_lost", path, owner: { pid: 7, host: "h", program: "pi", since: "" } },
		{ type: "write_resumed", path, written: 2 },
		{ type: "recreated", path },
		{ type: "set_aside", path, keptAs: "/k" },
		{ type: "truncated", path, lost: 1 },
		{ type: "migrated", path, from: 1, keptAs: "/k" },
	];
	expect(problems.map(describeStoreProblem).map(({ severity, message, line }) => [severity, message, line])).toEqual([
		["warning", "the session's last line is incomplete (9 bytes); it is kept and skipped", 4],
		["warning", "skipped 1 damaged line of the session: 3", undefined],
		["warning", "skipped 6 damaged lines of the session: 1, 2, 3, 4, 5 …", undefined],
		["warning", "entry a of the session is damaged and left out", undefined],
		["error", "the session cannot be read (EIO)", undefined],
		[
			"error",
			"the session cannot be saved (ENOSPC); it goes on in memory and is written when that works again",
			undefined,
		],
		["error", "the disk may have lost the end of the session (EIO); it is written again with what follows", undefined],
		["warning", "another process (pi, 7) took the session over; what follows is not saved", undefined],
		["info", "the session is saved again (2 entries)", undefined],
		["warning", "the session file was deleted and has been written again", undefined],
		["warning", "the session file was replaced by another one, which is kept as /k", undefined],
		["warning", "the session file was cut by another program; 1 entry lost", undefined],
		["info", "the session was converted from format 1; the original is kept as /k", undefined],
	]);
});
