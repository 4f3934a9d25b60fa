import { expect, test } from "vitest";
import { counters, user } from "../../test/session/entries.ts";
import { createMemorySession } from "../session/open-session.ts";
import type { Session } from "../session/session.ts";
import { activeBranch } from "./active-branch.ts";

function chat(): Session {
	const session = createMemorySession("/project", counters());
	for (const text of ["one", "two", "three"]) session.append({ type: "message", message: user(text) });
	return session;
}

test("the branch taken from all entries is the one the session walks: never branched, branched, moved back, emptied", () => {
	const branched = chat();
	branched.branch(branched.getEntries()[0]!.id);
	branched.append({ type: "message", message: user("other") });
	const movedBack = chat();
	movedBack.branch(movedBack.getEntries()[1]!.id);
	const emptied = chat();
	emptied.resetLeaf();
	const sessions = [chat(), branched, movedBack, emptied, createMemorySession("/project", counters())];

	const taken = sessions.map((session) => activeBranch(session, session.getEntries()));
	expect([taken, taken.map((branch) => branch.length)]).toEqual([
		sessions.map((session) => session.getBranch()),
		[3, 2, 2, 0, 0],
	]);
});
