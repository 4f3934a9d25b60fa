import { expect, test } from "vitest";
import type { ExtensionFactory } from "../../src/extension-api/extension-api.ts";
import type { ExtensionRecord } from "../../src/extensions/extension-record.ts";
import { ExtensionHost } from "../../src/extensions/extension-host.ts";
import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";
import {
	entryRendererFor,
	messageRendererFor,
	toolRenderersFor,
	transformMarkdown,
} from "../../src/extensions/resolve-renderers.ts";

const drawn = (text: string): never => ({ text }) as never;

/** The records of extensions that were loaded in this order. */
async function load(...factories: ExtensionFactory[]): Promise<readonly ExtensionRecord[]> {
	const hooks = new HookRuntime({ report: () => {} });
	const host = new ExtensionHost({ hooks, cwd: "/", loader: () => Promise.reject(new Error("no files")) });
	const source = { source: "local", scope: "temporary", origin: "top-level" } as const;
	const candidates = factories.map((factory, index) => {
		const path = `${index}.ts`;
		return { path, code: { factory }, sourceInfo: { path, ...source } };
	});
	await host.load(candidates);
	hooks.close();
	return host.contributions.records;
}

test("the first extension draws a type of messages and entries; its own later renderer replaces (L19, API09)", async () => {
	const records = await load(
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
		draw(messageRendererFor(records, "note")),
		draw(entryRendererFor(records, "state")),
		messageRendererFor(records, "other"),
		entryRendererFor(records, "note"),
	]).toEqual([{ text: "first" }, { text: "state" }, undefined, undefined]);
});

test("resolvers of tool renderers are asked in load order, and next is the rest and then the tool (API12)", async () => {
	const asked: string[] = [];
	const records = await load(
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
		toolRenderersFor(records, "mine", own),
		toolRenderersFor(records, "other", own),
		toolRenderersFor(records, "unregistered", undefined),
		asked,
	]).toEqual([
		{ renderShell: "self" },
		own,
		undefined,
		["first mine", "first other", "second other", "first unregistered", "second unregistered"],
	]);
});

test("Markdown passes one transformer per extension in load order; a throw or no text keeps the text so far (API11)", async () => {
	const records = await load(
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
		transformMarkdown(records, "text", { ...context, messageType: "assistant" }),
		transformMarkdown(records, "text", { ...context, messageType: "custom" }),
	]).toEqual(["text a b", "text custom"]);
});
