import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
	createAgentSession,
	createAgentSessionFromServices,
	createAgentSessionRuntime,
	createAgentSessionServices,
} from "../../src/sdk/create-agent-session.ts";
import { DefaultResourceLoader } from "../../src/sdk/default-resource-loader.ts";
import { SettingsManager } from "../../src/sdk/published-settings.ts";
import { SessionManager } from "../../src/session/published-session.ts";

let root: string;

beforeAll(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "tau-sdk-")));
});

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** A folder of work and an agent folder that say their own name everywhere. */
function place(name: string): { cwd: string; agentDir: string } {
	const cwd = join(root, name, "work");
	const agentDir = join(root, name, "agent");
	mkdirSync(cwd, { recursive: true });
	mkdirSync(join(agentDir, "extensions"), { recursive: true });
	writeFileSync(join(cwd, "here.txt"), name);
	writeFileSync(join(agentDir, "AGENTS.md"), `rules of ${name}`);
	writeFileSync(join(agentDir, "settings.json"), JSON.stringify({ shellCommandPrefix: `export WHO=${name}` }));
	writeFileSync(
		join(agentDir, "extensions", "own.ts"),
		`let count = 0;
export default (pi) => pi.registerCommand("count", {
	description: "${name}",
	handler: async (_args, ctx) => pi.appendEntry("seen", { name: "${name}", count: ++count, cwd: ctx.cwd, theme: typeof ctx.ui.theme.fg }),
});`,
	);
	return { cwd, agentDir };
}

async function observe(name: string): Promise<() => Promise<object>> {
	const where = place(name);
	const { session } = await createAgentSession({ ...where, sessionManager: SessionManager.inMemory(where.cwd) });
	return async () => {
		const shell = await session.executeBash("echo $WHO; pwd");
		await session.prompt("/count");
		const custom = session.sessionManager.getEntries().find(({ type }) => type === "custom");
		session.dispose();
		const context = session.resourceLoader.getAgentsFiles().agentsFiles.map(({ content }) => content);
		return { shell: shell.output.trim().split("\n"), seen: custom && "data" in custom && custom.data, context };
	};
}

test("two sessions with different folders in one process never mix (Q01)", async () => {
	const env = { ...process.env };
	const runs = [await observe("one"), await observe("two")];
	const results = await Promise.all(runs.map((run) => run()));

	expect(results).toEqual(
		["one", "two"].map((name) => ({
			shell: [name, join(root, name, "work")],
			seen: { name, count: 1, cwd: join(root, name, "work"), theme: "function" },
			context: [`rules of ${name}`],
		})),
	);
	expect({ ...process.env }).toEqual(env);
});

test("a project is not read unless the settings manager trusts it (TR1)", async () => {
	const { cwd, agentDir } = place("project");
	mkdirSync(join(cwd, ".pi", "skills", "own"), { recursive: true });
	writeFileSync(join(cwd, ".pi", "settings.json"), JSON.stringify({ defaultTools: ["read"] }));
	writeFileSync(join(cwd, ".pi", "skills", "own", "SKILL.md"), "---\nname: own\ndescription: Of the project\n---\n");
	const tell = async (projectTrusted?: boolean): Promise<object> => {
		const options = projectTrusted === undefined ? {} : { projectTrusted };
		const settingsManager = SettingsManager.create(cwd, agentDir, options);
		const resourceLoader = new DefaultResourceLoader({ cwd, agentDir, settingsManager });
		await resourceLoader.reload();
		const sessionManager = SessionManager.inMemory(cwd);
		const { session } = await createAgentSession({ cwd, agentDir, settingsManager, resourceLoader, sessionManager });
		const tools = session.getActiveToolNames();
		session.dispose();
		return { tools, skills: resourceLoader.getSkills().skills.map(({ name }) => name) };
	};

	expect([await tell(), await tell(true)]).toEqual([
		{ tools: ["read", "bash", "edit", "write"], skills: [] },
		{ tools: ["read"], skills: ["own"] },
	]);
});

test("a tool of the embedder has the provenance sdk, and tools are chosen by name (Z14)", async () => {
	const { cwd, agentDir } = place("tools");
	const { session } = await createAgentSession({
		cwd,
		agentDir,
		sessionManager: SessionManager.inMemory(cwd),
		tools: ["read", "mine"],
		customTools: [
			{
				name: "mine",
				label: "Mine",
				description: "does it",
				parameters: { type: "object", properties: {} } as never,
				execute: async () => ({ content: [{ type: "text", text: "done" }], details: {} }),
			},
		],
	});
	const mine = session.getAllTools().find(({ name }) => name === "mine");
	const active = session.getActiveToolNames();
	session.dispose();

	expect({ active, source: mine?.sourceInfo.source }).toEqual({ active: ["read", "mine"], source: "sdk" });
	await expect(createAgentSession({ cwd, agentDir, tools: ["read", "+ls"] })).rejects.toThrow("either names, or only");
});

test("after newSession the old subscription hears nothing, and extensions were told in order (Q03)", async () => {
	const { cwd, agentDir } = place("runtime");
	const told: string[] = [];
	const runtime = await createAgentSessionRuntime(
		async (start) => {
			const services = await createAgentSessionServices({
				cwd: start.cwd,
				agentDir,
				resourceLoaderOptions: {
					extensionFactories: [
						(pi) => {
							pi.on("session_start", ({ reason }) => void told.push(`start ${reason}`));
							pi.on("session_shutdown", ({ reason }) => void told.push(`shutdown ${reason}`));
						},
					],
				},
			});
			const created = await createAgentSessionFromServices({ ...start, services });
			return { ...created, services, diagnostics: services.diagnostics };
		},
		{ cwd, agentDir, sessionManager: SessionManager.inMemory(cwd) },
	);
	const old = runtime.session;
	const heard: string[] = [];
	old.subscribe(({ type }) => void heard.push(`old ${type}`));
	await old.bindExtensions({});
	await runtime.newSession();
	await runtime.session.bindExtensions({});
	runtime.session.subscribe(({ type }) => void heard.push(`new ${type}`));
	runtime.session.setSessionName("named");
	await runtime.dispose();

	expect({ told, heard, isOther: old !== runtime.session }).toEqual({
		told: ["start startup", "shutdown new", "start new", "shutdown quit"],
		heard: ["new session_info_changed"],
		isOther: true,
	});
});

test("a runtime imports over nobody's file, and refuses a session whose folder is gone (Q03, S15, S17)", async () => {
	const { cwd, agentDir } = place("import");
	const sessionDir = join(root, "import", "sessions");
	const runtime = await createAgentSessionRuntime(
		async (start) => {
			const services = await createAgentSessionServices({ cwd: start.cwd, agentDir });
			return {
				...(await createAgentSessionFromServices({ ...start, services })),
				services,
				diagnostics: services.diagnostics,
			};
		},
		{ cwd, agentDir, sessionManager: SessionManager.create(cwd, sessionDir) },
	);
	const file = (id: string, folder: string): string =>
		`${JSON.stringify({ type: "session", version: 3, id, timestamp: "2026-01-01T00:00:00.000Z", cwd: folder })}\n`;
	mkdirSync(sessionDir, { recursive: true });
	writeFileSync(join(sessionDir, "talk.jsonl"), file("kept", cwd));
	writeFileSync(join(root, "import", "talk.jsonl"), file("taken", cwd));
	await runtime.importFromJsonl(join(root, "import", "talk.jsonl"));
	const { sessionId } = runtime.session;
	const gone = join(sessionDir, "gone.jsonl");
	writeFileSync(gone, file("gone", join(root, "nowhere")));

	await expect(runtime.switchSession(gone)).rejects.toThrow(`${gone} ran in ${join(root, "nowhere")}`);
	await runtime.dispose();
	expect([sessionId, readFileSync(join(sessionDir, "talk.jsonl"), "utf8")]).toEqual(["taken", file("kept", cwd)]);
});

test("a reload reads settings and extensions again and keeps the subscription (Q02)", async () => {
	const { cwd, agentDir } = place("reload");
	const { session } = await createAgentSession({ cwd, agentDir, sessionManager: SessionManager.inMemory(cwd) });
	const renamed = new Promise<string>((resolve) => {
		session.subscribe((event) => {
			if (event.type === "session_info_changed") resolve(String(event.name));
		});
	});
	await session.bindExtensions({});
	writeFileSync(join(agentDir, "settings.json"), JSON.stringify({ shellCommandPrefix: "export WHO=again" }));
	await session.reload();
	const { output } = await session.executeBash("echo $WHO");
	session.setSessionName("named");
	const name = await renamed;
	session.dispose();

	expect([output.trim(), name]).toEqual(["again", "named"]);
});
