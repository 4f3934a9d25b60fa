import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { generateExtensions } from "./generate-extensions.mjs";
import { generateSession } from "./session-generate.mjs";

/**
 * A home for one program: settings, caches and temporary files in it are its own, so nothing it or another program kept
 * from earlier helps it. `env` points a program there, `remove` deletes it; `session` is the file of the generated one.
 */
export function createHome({ baseUrl, extensions = 0, session }) {
	const root = mkdtempSync(join(tmpdir(), "tau-bench-"));
	const folders = { home: root, agent: join(root, "agent"), cwd: join(root, "work"), tmp: join(root, "tmp") };
	for (const folder of [folders.agent, folders.cwd, folders.tmp]) mkdirSync(folder);
	const model = { id: "fake", contextWindow: 2_000_000, maxTokens: 8192 };
	const provider = { baseUrl, api: "openai-completions", apiKey: "x", models: [model] };
	writeFileSync(join(folders.agent, "models.json"), JSON.stringify({ providers: { fake: provider } }));
	if (extensions > 0) generateExtensions(extensions, join(folders.agent, "extensions"));
	const sessionFile = session && join(folders.cwd, "session.jsonl");
	if (session) generateSession(sessionFile, { ...session, cwd: folders.cwd });
	return {
		cwd: folders.cwd,
		session: sessionFile,
		env: surroundings(folders),
		remove: () => rmSync(root, { recursive: true, force: true }),
	};
}

/** Of the outer environment only what a process needs to start: keys, proxies and Node options would change the run. */
function surroundings({ home, agent, tmp }) {
	const env = { PATH: process.env.PATH, HOME: home, TMPDIR: tmp, XDG_CACHE_HOME: join(home, "cache") };
	return { ...env, PI_CODING_AGENT_DIR: agent, PI_OFFLINE: "1", NODE_NO_WARNINGS: "1" };
}
