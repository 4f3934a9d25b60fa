/** Branches from this length on: what is read of them fills a nursery more than once. */
const LONG_BRANCH = 20_000;
/** Where the flag is known to exist and to be read at every growth; V8 prints a line about flags it does not know. */
const TRIED: ReadonlySet<string> = new Set(["20", "22", "24"]);
/** V8's own value, with which its flags are again those that compiled code is kept under. */
const DEFAULT_GROWTH = 2;

/**
 * Reads while V8's young generation keeps the size it has. Of a long branch nearly every object survives, so that V8
 * makes room for up to 100 MB of new ones, which spares it nothing: they are copied all the same. `read` must be
 * synchronous and load no code: V8 refuses code that was compiled under other flags.
 */
export function keepNurserySmall<T>(entries: number, read: () => T): T {
	const major = process.versions.node.split(".")[0] ?? "";
	if (entries < LONG_BRANCH || !TRIED.has(major)) return read();
	const { setFlagsFromString } = process.getBuiltinModule("node:v8");
	setFlagsFromString("--semi-space-growth-factor=1");
	try {
		return read();
	} finally {
		setFlagsFromString(`--semi-space-growth-factor=${DEFAULT_GROWTH}`);
	}
}
