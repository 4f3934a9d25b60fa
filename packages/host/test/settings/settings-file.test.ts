import { mkdtemp, readFile, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { formatDiagnostic } from "../../src/base/diagnostic.ts";
import { editSettingsText, readSettingsFile, writeSettings } from "../../src/settings/settings-file.ts";
import { mergeSettings } from "../../src/settings/settings.ts";

let folder: string;
let file: string;

beforeEach(async () => {
	folder = await mkdtemp(join(tmpdir(), "tau-settings-"));
	file = join(folder, "settings.json");
});

afterEach(() => rm(folder, { recursive: true, force: true }));

test("a missing or blank file is empty without a word", async () => {
	const missing = await readSettingsFile(file);
	await writeFile(file, " \n");
	expect([missing, await readSettingsFile(file)]).toEqual([
		{ path: file, values: {}, diagnostics: [] },
		{ path: file, values: {}, diagnostics: [] },
	]);
});

test("comments and trailing commas are read, and reading changes no byte", async () => {
	const text = '{\n\t// my theme\n\t"theme": "dark",\n\t"extensions": ["a",],\n}\n';
	await writeFile(file, text);
	expect([await readSettingsFile(file), await readFile(file, "utf8")]).toEqual([
		{ path: file, values: { theme: "dark", extensions: ["a"] }, diagnostics: [] },
		text,
	]);
});

test("a change keeps comments, order, indentation and the trailing comma (PC-89)", async () => {
	await writeFile(file, '{\n\t// my theme\n\t"theme": "dark", /* yes */\n\t"retry": { "maxRetries": 1, },\n}\n');
	const result = await writeSettings(file, [
		{ key: "theme", value: "light" },
		{ key: "retry.enabled", value: false },
	]);
	expect(result).toEqual({ ok: true });
	const text = await readFile(file, "utf8");
	expect(text).toContain('\t// my theme\n\t"theme": "light", /* yes */\n');
	expect((await readSettingsFile(file)).values).toEqual({ theme: "light", retry: { maxRetries: 1, enabled: false } });
});

test("a file that does not parse is refused with its place and keeps its bytes (PC-89)", async () => {
	const text = '{\n  "theme": "dark"\n  "x": 1\n}\n';
	await writeFile(file, text);
	const result = await writeSettings(file, [{ key: "theme", value: "light" }]);
	expect([result, await readFile(file, "utf8"), await readdir(folder)]).toEqual([
		{
			ok: false,
			diagnostic: {
				severity: "error",
				message: "settings were not saved: expected a comma",
				path: file,
				line: 3,
				column: 3,
			},
		},
		text,
		["settings.json"],
	]);
});

test("a new file is made with its folder, and several changes at once all arrive", async () => {
	const nested = join(folder, "a", "b", "settings.json");
	await Promise.all(["theme", "defaultModel", "shellPath"].map((key) => writeSettings(nested, [{ key, value: key }])));
	expect(JSON.parse(await readFile(nested, "utf8"))).toEqual({
		theme: "theme",
		defaultModel: "defaultModel",
		shellPath: "shellPath",
	});
});

test("removing the last setting leaves an object, and an edit without effect writes nothing", async () => {
	await writeFile(file, '{"theme": "dark"}\n');
	await writeSettings(file, [{ key: "theme", value: undefined }]);
	const before = await stat(file);
	await writeSettings(file, [{ key: "theme", value: undefined }]);
	expect([JSON.parse(await readFile(file, "utf8")), (await stat(file)).ino]).toEqual([{}, before.ino]);
});

test("a name with dots is one level", async () => {
	const text = await editSettingsText("", [{ key: ["modelThinkingLevels", "a/b-1.5"], value: "low" }]);
	expect(JSON.parse(text)).toEqual({ modelThinkingLevels: { "a/b-1.5": "low" } });
});

test("line endings and the byte order mark survive", async () => {
	expect(await editSettingsText('\uFEFF{\r\n  "a": 1\r\n}\r\n', [{ key: "b", value: 2 }])).toBe(
		'\uFEFF{\r\n  "a": 1,\r\n  "b": 2\r\n}\r\n',
	);
});

test("a broken user file and a good project file start with the project's values", async () => {
	await writeFile(file, "{oops");
	const projectFile = join(folder, "project.json");
	await writeFile(projectFile, '{"theme": "light"}');
	const user = { file: await readSettingsFile(file), baseDir: folder };
	const project = { file: await readSettingsFile(projectFile), baseDir: folder };
	const effective = mergeSettings({ user, project, projectTrusted: true });
	expect([effective.settings.theme, effective.diagnostics.map(formatDiagnostic)]).toEqual([
		"light",
		[`${file}:1:2: unexpected word; the file is ignored until this is fixed`],
	]);
});

test("a folder in the place of the file is a diagnostic", async () => {
	const { values, diagnostics } = await readSettingsFile(folder);
	expect([values, diagnostics.map((d) => d.message.split(":")[0])]).toEqual([{}, ["cannot be read"]]);
});
