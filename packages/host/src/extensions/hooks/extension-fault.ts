/** A failure of extension code, as every mode shows it (L20). */
export interface ExtensionFault {
	/** A file, or a pseudo path: `command:<name>`, `<runtime>`, `<boundary>`. */
	extensionPath: string;
	event: string;
	error: string;
	stack?: string;
}

/** Where faults go: stderr, an RPC record, a notice in the terminal. Must not throw. */
export type FaultSink = (fault: ExtensionFault) => void;

/** What was thrown, in words. Foreign code may throw anything. */
export function faultText(error: unknown): string {
	if (error instanceof Error) return error.message;
	return typeof error === "string" ? error : `threw ${typeof error === "object" ? "an object" : String(error)}`;
}

export function toExtensionFault(extensionPath: string, event: string, error: unknown): ExtensionFault {
	const fault: ExtensionFault = { extensionPath, event, error: faultText(error) };
	if (error instanceof Error && error.stack !== undefined) fault.stack = error.stack;
	return fault;
}
