import { readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { checksum } from "../../src/extensions/load/content-hash.ts";
import type { ModuleLoader } from "../../src/extensions/load/module-loader.ts";
import { type Project, createProject, hostModules } from "./project.ts";

const sources: Readonly<Record<string, string>> = {
	"index.ts": `import { value } from "./value"; import { esm } from "esm"; export default [value, esm, "ü"];`,
	"value.ts": `export const value: string = "raven";`,
	"node_modules/esm/package.json": `{"type": "module"}`,
	"node_modules/esm/index.js": `export const esm = "esm";`,
};

const expected: readonly string[] = ["raven", "esm", "ü"];

// Files are written now; the loader sees them a minute later, so that their stat alone vouches for them.
beforeEach(() => {
	vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 60_000 });
});
afterEach(() => {
	vi.useRealTimers();
	vi.resetModules();
});

function loaderWithPack(project: Project, hostVersion = "1.0.0"): ModuleLoader {
	return project.createLoader({ packFile: project.path("cache/loader.pack"), hostVersion });
}

async function loadAndSave(project: Project, loader: ModuleLoader = loaderWithPack(project)): Promise<unknown> {
	const { namespace } = await loader.load(project.path("index.ts"));
	await loader.savePack();
	return namespace["default"];
}

function packFile(project: Project): string {
	const [name = ""] = readdirSync(project.path("cache"));
	return project.path(`cache/${name}`);
}

/** A loader of a fresh copy of the loader's modules, and whether that copy ever loaded the transformer. */
async function freshProcess(project: Project): Promise<{ loader: ModuleLoader; hasTransformer: () => boolean }> {
	vi.resetModules();
	const { createModuleLoader } = await import("../../src/extensions/load/module-loader.ts");
	const { transformerInMemory } = await import("../../src/extensions/load/transformer.ts");
	const loader = createModuleLoader({ hostModules, packFile: project.path("cache/loader.pack"), hostVersion: "1.0.0" });
	const hasTransformer = (): boolean => {
		try {
			return transformerInMemory() !== undefined;
		} catch {
			// It throws exactly when it is not there.
			return false;
		}
	};
	return { loader, hasTransformer };
}

test("a start whose files are all in the pack loads no transformer and writes nothing", async () => {
	const project = createProject(sources);
	await loadAndSave(project);
	const written = statSync(packFile(project)).ino;
	const { loader, hasTransformer } = await freshProcess(project);
	const result = await loadAndSave(project, loader);

	expect([result, hasTransformer(), statSync(packFile(project)).ino === written]).toEqual([expected, false, true]);
});

test("the pack's name tells Node version and architecture apart, and no temporary file stays", async () => {
	const project = createProject(sources);
	await loadAndSave(project);

	expect(readdirSync(project.path("cache"))).toEqual([
		expect.stringMatching(`^loader-${process.version}-${process.arch}-.*\\.pack$`),
	]);
});

test.each(["value.ts", "node_modules/esm/index.js"])(
	"an edit of %s that keeps size and modification time is compiled anew",
	async (name) => {
		const project = createProject(sources);
		await loadAndSave(project);
		project.editUnnoticed(name, (sources[name] ?? "").replace("raven", "crane").replace('"esm"', '"new"'));
		const changed = await loadAndSave(project);
		const { loader, hasTransformer } = await freshProcess(project);

		expect([changed, await loadAndSave(project, loader), hasTransformer()]).toEqual([
			expected.map((text) => (name === "value.ts" ? text.replace("raven", "crane") : text.replace("esm", "new"))),
			changed,
			false,
		]);
	},
);

test("a file as young as the pack is compared by content, whatever its stat says", async () => {
	const project = createProject(sources);
	vi.setSystemTime(statSync(project.path("value.ts")).ctimeMs + 100);
	await loadAndSave(project);
	// The pack claims to know the very stat of the edited file, as after two writes within one tick of the clock.
	const before = statSync(project.path("value.ts"));
	project.editUnnoticed("value.ts", `export const value: string = "crane";`);
	const after = statSync(project.path("value.ts"));
	forgeIndex(packFile(project), (index) =>
		index
			.replaceAll(`"ctimeMs":${before.ctimeMs}`, `"ctimeMs":${after.ctimeMs}`)
			.replaceAll(`"mtimeMs":${before.mtimeMs}`, `"mtimeMs":${after.mtimeMs}`),
	);

	expect(await loadAndSave(project)).toEqual(["crane", "esm", "ü"]);
});

test.each([
	["cut short", (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
	["cut in the index", (bytes: Buffer) => bytes.subarray(0, 60)],
	["empty", () => Buffer.alloc(0)],
	["garbage", () => Buffer.from("no pack at all, but long enough to have a header")],
	["with other code", (bytes: Buffer) => replaceBytes(bytes, "raven", "crane")],
	["with another index", (bytes: Buffer) => replaceBytes(bytes, "./value", "./valne")],
	["with a flipped bit at the end", (bytes: Buffer) => flip(bytes, bytes.length - 20)],
])("a pack that is %s is thrown away and rebuilt", async (_, damage) => {
	const project = createProject(sources);
	await loadAndSave(project);
	const intact = readFileSync(packFile(project));
	writeFileSync(packFile(project), damage(Buffer.from(intact)));
	const afterDamage = await loadAndSave(project);
	const { loader, hasTransformer } = await freshProcess(project);

	expect([afterDamage, await loadAndSave(project, loader), hasTransformer()]).toEqual([expected, expected, false]);
});

test("a pack of another host version, or of other host modules, is not used", async () => {
	const project = createProject(sources);
	await loadAndSave(project);
	const first = packKeyOf(project);
	await loadAndSave(project, loaderWithPack(project, "2.0.0"));
	const second = packKeyOf(project);
	const packed = { packFile: project.path("cache/loader.pack") };
	await loadAndSave(project, project.createLoader({ ...packed, hostModules: { ...hostModules, added: () => ({}) } }));

	expect(new Set([first, second, packKeyOf(project)]).size).toBe(3);
});

test("files of other projects stay in the pack, files that are gone leave it", async () => {
	const project = createProject({ ...sources, "other.ts": "export default 2;", "gone.ts": "export default 3;" });
	const first = loaderWithPack(project);
	for (const name of ["index.ts", "other.ts", "gone.ts"]) await first.load(project.path(name));
	await first.savePack();
	rmSync(project.path("gone.ts"));
	project.write({ "value.ts": `export const value = "edited";` });
	await loadAndSave(project);
	const index = readFileSync(packFile(project), "latin1");

	expect([index.includes("/other.ts"), index.includes("/gone.ts")]).toEqual([true, false]);
});

test("a pack that cannot be written is no failure", async () => {
	const project = createProject({ ...sources, cache: "a file where the folder should be" });

	expect(await loadAndSave(project)).toEqual(expected);
});

test("errors after a warm start still show true lines", async () => {
	const project = createProject({ "index.ts": `\n\ninterface A {}\nexport default () =>\n\tnew Error("x");` });
	await loadAndSave(project);
	const { loader } = await freshProcess(project);
	const fail = (await loadAndSave(project, loader)) as () => Error;

	expect(fail().stack).toContain(`${project.path("index.ts")}:5:`);
});

/** In the code and in V8's cache of it. */
function replaceBytes(bytes: Buffer, from: string, to: string): Buffer {
	if (!bytes.includes(from)) throw new Error(`the pack holds no ${from}`);
	for (let at = bytes.indexOf(from); at >= 0; at = bytes.indexOf(from, at + 1)) bytes.write(to, at);
	return bytes;
}

function flip(bytes: Buffer, at: number): Buffer {
	bytes.writeUInt8(bytes.readUInt8(at) ^ 4, at);
	return bytes;
}

function packKeyOf(project: Project): string {
	const bytes = readFileSync(packFile(project));
	return (JSON.parse(bytes.toString("utf8", 16, 16 + bytes.readUInt32LE(8))) as { key: string }).key;
}

/** Rewrites the index in place, with a right checksum. */
function forgeIndex(file: string, edit: (index: string) => string): void {
	const bytes = readFileSync(file);
	const length = bytes.readUInt32LE(8);
	const blobs = bytes.subarray(16 + ((length + 7) & ~7));
	const index = Buffer.from(edit(bytes.toString("utf8", 16, 16 + length)));
	const header = Buffer.from(bytes.subarray(0, 16));
	header.writeUInt32LE(index.length, 8);
	header.writeUInt32LE(checksum(index), 12);
	writeFileSync(file, Buffer.concat([header, index, Buffer.alloc(((index.length + 7) & ~7) - index.length), blobs]));
}
