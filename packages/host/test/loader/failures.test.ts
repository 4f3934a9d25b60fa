import { expect, test } from "vitest";
import { ModuleLoadError } from "../../src/extensions/load/load-error.ts";
import { type Project, createProject } from "./project.ts";

async function failureOf(project: Project, entry = "index.ts"): Promise<object> {
	const error: unknown = await project.run(entry).catch((failure: unknown) => failure);
	if (!(error instanceof ModuleLoadError)) return { error };
	const { code, file, line, column, message } = error;
	return {
		code,
		file: file?.replace(`${project.root}/`, ""),
		line,
		column,
		message: message.replaceAll(`${project.root}/`, ""),
	};
}

test("a syntax error names file, line, column and what is wrong, counted in characters", async () => {
	const project = createProject({
		"index.ts": `import "./bad.ts";`,
		"bad.ts": `export const fine = "ü😀";\n\nconst ö = "é" const text = 1;\n`,
	});

	expect(await failureOf(project)).toEqual({
		code: "ERR_MODULE_SYNTAX",
		file: "bad.ts",
		line: 3,
		column: 14,
		message: expect.stringMatching(/^bad\.ts:3:14: Expected a semicolon/),
	});
});

test("a syntax error that only V8 finds, in CommonJS and in modules, has its place too", async () => {
	const project = createProject({
		"index.cjs": `const a = 1;\n\nconst b = ;\n`,
		"module.js": `export const ok = 1;\n\nfunction f() { new.target = 3 }\n`,
	});

	expect([await failureOf(project, "index.cjs"), await failureOf(project, "module.js")]).toEqual([
		{
			code: "ERR_MODULE_SYNTAX",
			file: "index.cjs",
			line: 3,
			column: 11,
			message: "index.cjs:3:11: Unexpected token ';'",
		},
		expect.objectContaining({ code: "ERR_MODULE_SYNTAX", file: "module.js", line: 3 }),
	]);
});

test("what only a type checker minds does not stop an extension", async () => {
	const project = createProject({ "index.ts": `function f(a?: number = 3) { return a }\nexport default f();` });

	expect(await project.run()).toBe(3);
});

test("broken JSON names its place", async () => {
	const project = createProject({ "index.ts": `import "./data.json";`, "data.json": `{\n"a": 1,\n"b" 2\n}` });

	expect(await failureOf(project)).toEqual(
		expect.objectContaining({ code: "ERR_MODULE_SYNTAX", file: "data.json", line: 3, column: 5 }),
	);
});

test("a missing module names the importing file and line", async () => {
	const project = createProject({
		"index.ts": `// "./gone"\nimport { a } from "./middle";\nexport default a;`,
		"middle.ts": `import path from "node:path";\n\nimport {\n\tx,\n} from "./gone";\nexport const a = x(path);`,
	});

	expect(await failureOf(project)).toEqual({
		code: "ERR_MODULE_NOT_FOUND",
		file: "middle.ts",
		line: 5,
		column: 8,
		message: `Cannot find module "./gone" imported by middle.ts:5:8`,
	});
});

test("a missing package, a missing entry and a missing dynamic import are named", async () => {
	const project = createProject({
		"index.ts": `import leftPad from "left-pad";\nexport default leftPad;`,
		"dynamic.ts": `export default await import("left-pad").catch((error: any) => [error.code, error.line]);`,
	});

	expect([await failureOf(project), await failureOf(project, "none.ts"), await project.run("dynamic.ts")]).toEqual([
		{
			code: "ERR_MODULE_NOT_FOUND",
			file: "index.ts",
			line: 1,
			column: 21,
			message: `Cannot find module "left-pad" imported by index.ts:1:21`,
		},
		expect.objectContaining({ code: "ERR_MODULE_NOT_FOUND", message: `Cannot find module "none.ts"` }),
		["ERR_MODULE_NOT_FOUND", 1],
	]);
});

test("an error thrown while a module runs carries its place and its cause", async () => {
	const project = createProject({
		"index.ts": `import "./boom";`,
		"boom.ts": `interface A {\n\tb: string\n}\nfunction explode(a: A) {\n\tthrow new RangeError("too much " + a.b);\n}\nexplode({ b: "noise" });\n`,
	});
	const error = (await project.run().catch((failure: unknown) => failure)) as ModuleLoadError;

	expect([
		error.code,
		error.file,
		error.line,
		error.message.includes("too much noise"),
		(error.cause as Error).name,
	]).toEqual(["ERR_MODULE_EVALUATION", project.path("boom.ts"), 5, true, "RangeError"]);
});

test("a module that failed fails again the same way, also for others that import it, and throws of non-errors are told", async () => {
	const project = createProject({
		"index.ts": `import "./boom"; export default 1;`,
		"other.ts": `import "./boom"; export default 2;`,
		"boom.ts": `await null; throw "plain text";`,
	});
	const messages = [];
	for (const entry of ["index.ts", "index.ts", "other.ts"]) messages.push(await failureOf(project, entry));

	expect(messages).toEqual(
		["index.ts", "index.ts", "other.ts"].map((file) => expect.objectContaining({ message: `plain text (${file})` })),
	);
});

test("stack traces show true lines across modules, in chains, templates and calls over many lines", async () => {
	const project = createProject({
		"index.ts": `
import {
	call,
} from "./lib.ts";

type Wide = {
	a: string;
};

enum Level {
	Low,
}

class Trace {
	constructor(
		private readonly level: Level,
	) {}

	run(): string[] {
		const text = \`
			\${this.level}
		\`;
		return [text]
			.map((one) => one.trim())
			.flatMap(
				(one: string) =>
					call(
						one,
						() => new Error(one).stack ?? "",
					),
			);
	}
}

export default () => new Trace(Level.Low).run();
`,
		"lib.ts": `export function call(
	text: string,
	action: () => string,
): string[] {
	// The comment
	// takes lines.
	if (text === "") return [];

	return action().split("\\n");
}
`,
	});
	const trace = ((await project.run()) as () => string[])();
	const places = trace.flatMap((frame) => /(\w+\.ts):(\d+)/.exec(frame)?.slice(1).join(":") ?? []).slice(0, 5);

	expect(places).toEqual(["index.ts:29", "lib.ts:9", "index.ts:27", "index.ts:25", "index.ts:35"]);
});
