/** What a program tells its terminal about its work (OSC 7501), so that a tab or window list can show it. */
export interface ProgramStatus {
	/** `clear` takes the status away instead of setting one. */
	state: "idle" | "working" | "blocked" | "done" | "error" | "clear";
	/** Fixed name of the program, `[A-Za-z0-9_.+-]{1,32}`; anything else is not sent. */
	app?: string;
	/** What a blocked program waits for. */
	kind?: "permission" | "question" | "auth";
	/** One line for people. */
	message?: string;
}
