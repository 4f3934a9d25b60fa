import { expect, test } from "vitest";
import type { ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import { ExtensionHost } from "../../src/extensions/extension-host.ts";
import type { ExtensionFault } from "../../src/extensions/hooks/extension-fault.ts";
import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";
import {
	type Drawing,
	entryRendererFor,
	messageRendererFor,
	toolRenderersFor,
	transformMarkdown,
} from "../../src/extensions/resolve-renderers.ts";

const drawn = (text: string): never => ({ text }) as never;

interface Loaded extends Drawing {
	faults: ExtensionFault[];
	tallies(): unknown[];
	retire(): void;
}

/** Extensions that were loaded in this order, ready to draw. */
async function load(...factories: ExtensionFactory[]): Promise<Loaded> {
	const faults: ExtensionFault[] = [];
	const hooks = new HookRuntime({ report: (fault) => faults.push(fault) });
	const host = new ExtensionHost({ hooks, cwd: "/", loader: () => Promise.reject(new Error("no files")) });
	const source = { source: "local", scope: "temporary", origin: "top-level" } as const;
	const candidates = factories.map((factory, index) => {
		const path = `${index}.ts`;
		return { path, code: { factory }, sourceInfo: { path, ...source } };
	});
	await host.load(candidates);
	hooks.close();
	return {
		records: host.contributions.records,
		fence: hooks.fence,
		faults,
		tallies: () => hooks.counters().map(({ event, calls, errors }) => [event, calls, errors]),
		retire: () => host.retire(),
	};
}

test("the first extension draws a type of messages and entries; its own later renderer replaces (L19, API09)", async () => {
	const drawing = await load(
		(pi) => {
			pi.registerMessageRenderer("note", () => drawn("replaced"));
			pi.registerMessageRenderer("note", () => drawn("first"));
		},
		(pi) => {
			pi.registerMessageRenderer("note", () => drawn("second"));
			pi.registerEntryRenderer("state", () => drawn("state"));
		},
	);
	const draw = (renderer: unknown): unknown => (renderer as (() => unknown) | undefined)?.();

	expect([
		draw(messageRendererFor(drawing, "note")),
		draw(entryRendererFor(drawing, "state")),
		messageRendererFor(drawing, "other"),
		entryRendererFor(drawing, "note"),
	]).toEqual([{ text: "first" }, { text: "state" }, undefined, undefined]);
});

test("resolvers of tool renderers are asked in load order, and next is the rest and then the tool (API12)", async () => {
	const asked: string[] = [];
	const drawing = await load(
		(pi) =>
			pi.registerToolRenderer((name, next) => {
				asked.push(`first ${name}`);
				return name === "mine" ? { renderShell: "self" } : next();
			}),
		(pi) =>
			pi.registerToolRenderer((name, next) => {
				asked.push(`second ${name}`);
				return next();
			}),
	);
	const own = { renderShell: "default" } as const;

	expect([
		toolRenderersFor(drawing, "mine", own),
		toolRenderersFor(drawing, "other", own),
		toolRenderersFor(drawing, "unregistered", undefined),
		asked,
	]).toEqual([
		{ renderShell: "self" },
		own,
		undefined,
		["first mine", "first other", "second other", "first unregistered", "second unregistered"],
	]);
});

test("Markdown passes one transformer per extension in load order; a throw or no text keeps the text so far (API11)", async () => {
	const drawing = await load(
		(pi) => {
			pi.registerMarkdownTransformer((text) => `${text} replaced`);
			pi.registerMarkdownTransformer((text) => `${text} a`);
		},
		(pi) =>
			pi.registerMarkdownTransformer(() => {
				throw new Error("broken");
			}),
		(pi) => pi.registerMarkdownTransformer(() => 7 as never),
		(pi) =>
			pi.registerMarkdownTransformer((text, { messageType }) => `${text} ${messageType}`, { messageTypes: ["custom"] }),
		(pi) => pi.registerMarkdownTransformer((text) => `${text} b`),
	);
	const context = { isStreaming: false, availableWidth: 80 };

	expect([
		transformMarkdown(drawing, "text", { ...context, messageType: "assistant" }),
		transformMarkdown(drawing, "text", { ...context, messageType: "custom" }),
	]).toEqual(["text a b", "text custom"]);
});

const boom = (): never => {
	throw new Error("broken");
};
const quiet = { keyText: () => "", keyHint: () => "", expanded: false, outputPad: 0 };

test("code of extensions draws behind their fence: counted, its failure told once, nothing drawn (L20, API09, API11, API12)", async () => {
	const drawing = await load((pi) => {
		pi.registerMessageRenderer("note", boom);
		pi.registerEntryRenderer("state", (() => Promise.resolve(drawn("late"))) as never);
		pi.registerMarkdownTransformer(boom);
		pi.registerToolRenderer(boom);
		pi.registerToolRenderer((_name, next) => ({ ...next(), renderCall: boom }));
	});
	const note = messageRendererFor(drawing, "note");
	const tool = toolRenderersFor(drawing, "bash", { renderResult: () => drawn("own") });
	const context = { isStreaming: false, availableWidth: 80, messageType: "user" } as const;

	expect([
		note?.({} as never, quiet, {} as never),
		note?.({} as never, quiet, {} as never),
		entryRendererFor(drawing, "state")?.({} as never, quiet, {} as never),
		transformMarkdown(drawing, "text", context),
		transformMarkdown(drawing, "text", context),
		tool?.renderResult?.({} as never, {} as never, {} as never, {} as never),
	]).toEqual([undefined, undefined, undefined, "text", "text", { text: "own" }]);
	expect(() => tool?.renderCall?.({}, {} as never, {} as never)).toThrow("broken");
	await Promise.resolve();
	expect([drawing.faults.map(({ extensionPath, event, error }) => [extensionPath, event, error])]).toEqual([
		[
			["0.ts", "renderers:bash", "broken"],
			["0.ts", "render:note", "broken"],
			["0.ts", "markdown", "broken"],
			["0.ts", "renderCall:bash", "broken"],
		],
	]);
	expect(drawing.tallies()).toEqual(
		expect.arrayContaining([
			["render:note", 2, 2],
			["markdown", 2, 2],
			["renderers:bash", 2, 1],
			["renderCall:bash", 1, 1],
			["render:state", 1, 0],
		]),
	);
});

test("renderers of an instance that is gone draw nothing (L14)", async () => {
	const drawing = await load((pi) => {
		pi.registerMessageRenderer("note", () => drawn("note"));
		pi.registerMarkdownTransformer((text) => `${text}!`);
	});
	const note = messageRendererFor(drawing, "note");
	drawing.retire();

	expect([
		note?.({} as never, quiet, {} as never),
		transformMarkdown(drawing, "text", { isStreaming: false, availableWidth: 80, messageType: "user" }),
		drawing.faults,
	]).toEqual([undefined, "text", []]);
});
