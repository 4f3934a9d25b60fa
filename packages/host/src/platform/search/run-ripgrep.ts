import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { runProcess } from "../run-process.ts";
import { PieceSplitter } from "./piece-splitter.ts";
import type { Verdict } from "./search-engine.ts";

export interface RipgrepRun {
	/** The search program. */
	command: string;
	args: readonly string[];
	/** The folder that results are relative to. */
	cwd: string;
	separator: "\n" | "\0";
	/** Answers "stop" when nothing more is wanted. */
	onPiece: (piece: string) => Verdict;
}

/** Runs the search program over a folder; rejects when it failed before it found anything. */
export async function runRipgrep(run: RipgrepRun, signal: AbortSignal | undefined): Promise<void> {
	const enough = new AbortController();
	const abort = signal === undefined ? enough.signal : AbortSignal.any([signal, enough.signal]);
	let pieces = 0;
	let failure: unknown;
	const splitter = new PieceSplitter(run.separator.charCodeAt(0), (piece) => {
		if (enough.signal.aborted) return;
		pieces++;
		try {
			if (run.onPiece(piece) === "stop") enough.abort();
		} catch (error) {
			failure = error;
			enough.abort();
		}
	});
	const errors: Buffer[] = [];
	const outcome = await runProcess(
		{
			command: run.command,
			args: [...commonArguments(run.cwd), ...run.args],
			cwd: run.cwd,
			onStdout: (chunk) => splitter.push(chunk),
			onStderr: (chunk) => void (errors.length < 16 && errors.push(chunk)),
		},
		abort,
	);
	signal?.throwIfAborted();
	if (failure !== undefined) throw failure;
	// Code 2 also stands for results that lack an unreadable folder; those results are worth having.
	if (outcome.exitCode === 2 && pieces === 0 && errors.length > 0)
		throw new RipgrepError(Buffer.concat(errors).toString());
}

/** What the search program wrote about its failure. */
export class RipgrepError extends Error {
	override readonly name = "RipgrepError";
}

function commonArguments(cwd: string): string[] {
	const args = ["--no-config", "--hidden", "--sort=path", "--path-separator=/", "--glob=!.git"];
	// Outside of repositories ignore files count as well (B53). Inside, the plain rules are right: they end at the root
	// of the repository, so that a parent that ignores everything hides nothing of it.
	return isInRepository(cwd) ? args : [...args, "--no-require-git"];
}

function isInRepository(folder: string): boolean {
	if (existsSync(join(folder, ".git"))) return true;
	const parent = dirname(folder);
	return parent !== folder && isInRepository(parent);
}
