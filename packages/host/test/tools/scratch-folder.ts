import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

export interface ScratchFolder {
	path: string;
	write(name: string, content: string | Uint8Array): void;
	read(name: string): string;
	bytes(name: string): Buffer;
}

/** A folder of its own for the running test; it goes when the test ends. */
export function scratchFolder(): ScratchFolder {
	const path = realpathSync(mkdtempSync(join(tmpdir(), "tau-test-")));
	onTestFinished(() => rmSync(path, { recursive: true, force: true }));
	return {
		path,
		write: (name, content) => {
			mkdirSync(dirname(join(path, name)), { recursive: true });
			writeFileSync(join(path, name), content);
		},
		read: (name) => readFileSync(join(path, name), "utf8"),
		bytes: (name) => readFileSync(join(path, name)),
	};
}
