import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createAgentSession } from "../../src/sdk/create-agent-session.ts";
import { DefaultResourceLoader } from "../../src/sdk/default-resource-loader.ts";
import { SessionManager } from "../../src/session/published-session.ts";
import { themeText } from "../theme/theme-text.ts";

let root: string;

beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "tau-sdk-themes-")));
	write("agent/themes/a.json", themeText("mine"));
	write("agent/themes/b.json", themeText("mine"));
	write("agent/themes/c.json", "{}");
	write("more/d.json", themeText("more"));
	write("kit/e.json", themeText("kit"));
	mkdirSync(join(root, "work"));
});

afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(name: string, text: string): void {
	mkdirSync(dirname(join(root, name)), { recursive: true });
	writeFileSync(join(root, name), text);
}

function createLoader(options: object = {}): DefaultResourceLoader {
	return new DefaultResourceLoader({ cwd: join(root, "work"), agentDir: join(root, "agent"), ...options });
}

test("a resource loader has the themes, and tells collisions and broken files (R06, Q04)", async () => {
	const loader = createLoader({ additionalThemePaths: [join(root, "more")] });
	expect(loader.getThemes()).toEqual({ themes: [], diagnostics: [] });
	await loader.reload();
	const { themes, diagnostics } = loader.getThemes();
	const [winnerPath, loserPath] = [join(root, "agent/themes/a.json"), join(root, "agent/themes/b.json")];
	expect(themes.map(({ name, sourcePath }) => [name, sourcePath])).toEqual([
		["mine", winnerPath],
		["more", join(root, "more/d.json")],
	]);
	expect(diagnostics).toEqual([
		{
			type: "collision",
			message: `theme "mine" is left out: the name belongs to ${winnerPath}`,
			path: loserPath,
			collision: { resourceType: "theme", name: "mine", winnerPath, loserPath },
		},
		{
			type: "warning",
			message: 'theme "c" is left out: name: is missing; colors: is missing',
			path: join(root, "agent/themes/c.json"),
		},
	]);
});

test("themes of extensions are added, noThemes leaves what is named, and an embedder has the last word (R06, Q04)", async () => {
	const loader = createLoader({
		additionalThemePaths: [join(root, "more")],
		noThemes: true,
		themesOverride: (base: ReturnType<DefaultResourceLoader["getThemes"]>) => ({
			...base,
			themes: base.themes.toReversed(),
		}),
	});
	await loader.reload();
	loader.extendResources({ themePaths: [{ path: join(root, "kit"), metadata: { source: "/x/kit.ts" } }] });
	await loader.settled();
	expect(loader.getThemes().themes.map(({ name, sourceInfo }) => [name, sourceInfo?.source])).toEqual([
		["kit", "extension:kit"],
		["more", "cli"],
	]);
});

test("what an extension answers to resources_discover is among the themes of a session (E02, R06)", async () => {
	write(
		"agent/extensions/brush.ts",
		`export default (pi) => pi.on("resources_discover", () => ({ themePaths: ["${join(root, "kit")}"] }));`,
	);
	const [cwd, agentDir] = [join(root, "work"), join(root, "agent")];
	const { session } = await createAgentSession({ cwd, agentDir, sessionManager: SessionManager.inMemory(cwd) });
	await session.bindExtensions({});
	const { themes } = session.resourceLoader.getThemes();
	session.dispose();
	expect(themes.map(({ name, sourceInfo }) => [name, sourceInfo?.source])).toEqual([
		["mine", "auto"],
		["kit", "extension:brush"],
	]);
});
