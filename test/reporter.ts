import type { Reporter, SerializedError, TestModule } from "vitest/node";

/**
 * Ends a run with one line that any script can count: `N passed, N failed, N skipped`. A file that cannot be
 * loaded and an error outside of any test count as failed, so that a red run never claims zero failures.
 */
export class CountingReporter implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly SerializedError[]): void {
		const states = modules.flatMap((module) => Array.from(module.children.allTests(), (test) => test.result().state));
		const broken = modules.filter((module) => module.errors().length > 0).length;
		const count = (state: string): number => states.filter((candidate) => candidate === state).length;
		const failed = count("failed") + broken + unhandledErrors.length;
		const skipped = count("skipped") + count("pending");
		process.stdout.write(`${count("passed")} passed, ${failed} failed, ${skipped} skipped\n`);
	}
}
