/** The one message for every member of a handle that outlived its session (L14). */
export function staleHandle(member: string): Error {
	return new Error(
		`${member} belongs to an extension instance that is no longer active: the session was reloaded or replaced. ` +
			"Do not use a pi or ctx that was captured before reload(), newSession(), fork() or switchSession(); " +
			"do session-bound work in the withSession callback with the ctx it gets, or in the new instance's own handlers.",
	);
}
