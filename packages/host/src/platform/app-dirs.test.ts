import { expect, test } from "vitest";
import { createAppDirs, findSessionDir, resolvePath } from "./app-dirs.ts";
import { createBrand } from "./brand.ts";

const BRAND = createBrand({ name: "tau", configDir: ".pi" });
const HERE = { env: {}, home: "/home/ann", cwd: "/projects/app" };

test("without variables everything lies below ~/.pi/agent and the project's .pi", () => {
	expect(createAppDirs(HERE, BRAND)).toEqual({
		agentDir: "/home/ann/.pi/agent",
		projectDir: "/projects/app/.pi",
		settingsFile: "/home/ann/.pi/agent/settings.json",
		projectSettingsFile: "/projects/app/.pi/settings.json",
		modelsFile: "/home/ann/.pi/agent/models.json",
		authFile: "/home/ann/.pi/agent/auth.json",
		trustFile: "/home/ann/.pi/agent/trust.json",
		keybindingsFile: "/home/ann/.pi/agent/keybindings.json",
		mcpFile: "/home/ann/.pi/agent/mcp.json",
		projectMcpFile: "/projects/app/.pi/mcp.json",
		sessionsRoot: "/home/ann/.pi/agent/sessions",
		temporaryExtensionsDir: "/home/ann/.pi/agent/tmp/extensions",
		compatibility: [{ user: "/home/ann/.grip/agent", project: "/projects/app/.grip" }],
	});
});

test.each([
	["/somewhere", "/somewhere"],
	["~/conf", "/home/ann/conf"],
	["~", "/home/ann"],
	["rel/dir", "/projects/app/rel/dir"],
])("PI_CODING_AGENT_DIR=%s moves the agent directory to %s", (value, agentDir) => {
	expect(createAppDirs({ ...HERE, env: { PI_CODING_AGENT_DIR: value } }, BRAND).agentDir).toBe(agentDir);
});

test("a rebranded folder moves both configuration folders", () => {
	const dirs = createAppDirs(HERE, createBrand({ name: "other", configDir: ".other" }));
	expect([dirs.agentDir, dirs.projectDir]).toEqual(["/home/ann/.other/agent", "/projects/app/.other"]);
});

test("a session directory comes from the flag, then the variable, then the setting", () => {
	const env = { PI_CODING_AGENT_SESSION_DIR: "from-env" };
	expect([
		findSessionDir({ flag: "~/flag", setting: "s" }, { ...HERE, env }, BRAND),
		findSessionDir({ setting: "s" }, { ...HERE, env }, BRAND),
		findSessionDir({ setting: "s" }, HERE, BRAND),
		findSessionDir({}, HERE, BRAND),
	]).toEqual(["/home/ann/flag", "/projects/app/from-env", "/projects/app/s", undefined]);
});

test("a tilde inside a name is not the home folder", () => {
	expect(resolvePath("~x/y", { base: "/b", home: "/home/ann" })).toBe("/b/~x/y");
});
