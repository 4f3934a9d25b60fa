import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Text } from "@tau/tui";
import { expect, onTestFinished, test } from "vitest";
import { exportHtml } from "../../src/export/export-html.ts";
import type { Session } from "../../src/session/session.ts";
import { Theme } from "../../src/theme/theme.ts";
import { answer, call, EXPORT_TIME, message, PIXEL, QUESTION, resultOf, sessionOf } from "../export/sample-session.ts";
import { type BrowserPage, findBrowser, openPage } from "./browser.ts";

const browser = findBrowser();

/** Starting a browser takes its time on a busy machine. */
const TIMEOUT = 60_000;

const ATTACK = [
	"<script>window.broken = 1</script>",
	"<img src=x onerror='window.broken = 2'>",
	"</style><style>body{display:none}</style>",
	"<svg onload='window.broken = 3'></svg>",
	"<iframe src='http://evil.example/'></iframe>",
	"[link](javascript:window.broken=4) ![i](http://evil.example/i.png)",
	'" onmouseover="window.broken=5" x=\'',
].join("\n");

const text = (value: string) => ({ type: "text" as const, text: value });

/** Everything an export shows, with something hostile in every place. */
function attackedSession(): Session {
	const nestedCalls = {
		complete: true,
		calls: [{ id: "1/1", name: ATTACK, arguments: { path: ATTACK }, status: "ok" as const }],
	};
	const answerText = `# Result\n\nIt **works**:\n\n\`\`\`ts\nconst a = "<b>";\n\`\`\`\n\n- one\n- two\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n${ATTACK}`;
	return sessionOf(
		message({
			role: "system",
			content: "You are.",
			toolsAdded: [{ name: "read", description: "", parameters: {} }],
			timestamp: 1,
		}),
		QUESTION,
		message({
			role: "user",
			content: [text(ATTACK), { type: "image", data: PIXEL, mimeType: "image/png" }],
			timestamp: 1,
		}),
		message(
			answer(
				{ type: "thinking", thinking: `Let me see.\n${ATTACK}` },
				text(answerText),
				call("1", "read", { path: ATTACK }),
				call("2", "drawn", {}),
			),
		),
		message(
			resultOf("1", {
				nestedCalls,
				content: [text(`${Array.from({ length: 20 }, (_, line) => `line ${line}`).join("\n")}\n${ATTACK}`)],
			}),
		),
		message(resultOf("2", { content: [text("drawn")], durationMs: 1_234 })),
		message({ ...answer(text("half")), stopReason: "error", errorMessage: `503 ${ATTACK}` }),
		{ type: "custom_message", customType: ATTACK, content: ATTACK, display: true },
		{ type: "compaction", summary: ATTACK, firstKeptEntryId: null, tokensBefore: 12_345 },
		{ type: "session_info", name: `Attack ${ATTACK.slice(0, 40)}` },
	);
}

const theme = new Theme({ accent: "#ff8000" }, {}, "truecolor", { name: "t", appearance: "dark" });
const drawn = {
	renderCall: () => new Text(theme.fg("accent", "orange call"), 0, 0),
	renderResult: () => new Text(`\u001b[32mgreen\u001b[0m ${ATTACK}`, 0, 0),
};

async function openExport(path: string): Promise<BrowserPage> {
	const folder = mkdtempSync(join(tmpdir(), "tau-export-"));
	onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
	const file = join(folder, "export.html");
	const toolRenderers = (name: string) => (name === "drawn" ? drawn : undefined);
	writeFileSync(file, await exportHtml(attackedSession(), { theme, toolRenderers, now: () => EXPORT_TIME }));
	const page = await openPage(path);
	onTestFinished(() => page.close());
	await page.load(pathToFileURL(file).href);
	return page;
}

/** The page's background in an appearance, as the reader prefers it. */
async function backgroundIn(page: BrowserPage, value: "light" | "dark"): Promise<unknown> {
	await page.send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-color-scheme", value }] });
	return page.evaluate("getComputedStyle(document.body).backgroundColor");
}

const styleOf = (selector: string, words: string, property: string): string =>
	`getComputedStyle([...document.querySelectorAll("${selector}")].find((element) => element.textContent === "${words}"))["${property}"]`;

async function checkInBrowser(path: string): Promise<void> {
	const page = await openExport(path);
	const requests = page.events.filter(({ method }) => method === "Network.requestWillBeSent");
	const addresses = requests.map(({ params }) => String((params["request"] as { url: string }).url).split(/[:,]/)[0]);
	const complaints = page.events.filter(({ method }) => /^(?:Log\.entryAdded|Runtime\.exceptionThrown)$/.test(method));
	expect([Array.from(new Set(addresses)).sort(), complaints]).toEqual([["data", "file"], []]);
	expect(
		await page.evaluate(`({
			broken: window.broken ?? "no",
			foreign: document.querySelectorAll("script, iframe, svg, object, embed, link, base, form, a, [onerror], [onload], [onmouseover], [style]").length,
			styles: document.querySelectorAll("style").length,
			images: [...document.images].map((image) => image.naturalWidth + "x" + image.naturalHeight),
			articles: document.querySelectorAll("article").length,
			title: document.title,
			closed: document.querySelectorAll("details[open]").length,
			code: document.querySelector("pre.code code").textContent,
		})`),
	).toEqual({
		broken: "no",
		foreign: 0,
		styles: 1,
		images: ["3x2"],
		articles: 7,
		title: "Attack <script>window.broken = 1</script> <img",
		closed: 0,
		code: 'const a = "<b>";',
	});
	// The policy lets the page's own style through, and classes carry the colours of the terminal.
	expect([
		await page.evaluate(styleOf("pre.terminal span", "orange call", "color")),
		await page.evaluate(styleOf("pre.terminal span", "green", "color")),
		await backgroundIn(page, "light"),
		await backgroundIn(page, "dark"),
	]).toEqual(["rgb(255, 128, 0)", "rgb(99, 207, 128)", "rgb(247, 247, 248)", "rgb(20, 22, 26)"]);
	const opened = `(() => {
		const summary = [...document.querySelectorAll("summary")].find((element) => element.textContent === "thinking");
		const before = summary.parentElement.querySelector(".text").checkVisibility();
		summary.click();
		return [before, summary.parentElement.querySelector(".text").checkVisibility()];
	})()`;
	expect(await page.evaluate(opened)).toEqual([false, true]);
	await saveScreenshot(page);
}

/** For people to look at: set TAU_SCREENSHOT to a file name. */
async function saveScreenshot(page: BrowserPage): Promise<void> {
	const file = process.env["TAU_SCREENSHOT"];
	if (file === undefined) return;
	for (const value of ["light", "dark"] as const) {
		await backgroundIn(page, value);
		const { data } = await page.send("Page.captureScreenshot", { captureBeyondViewport: true });
		writeFileSync(`${file}-${value}.png`, Buffer.from(String(data), "base64"));
	}
}

test(
	"an export is shown by a browser as it is meant, asks for nothing and runs nothing",
	{ timeout: TIMEOUT },
	async () => {
		if (browser === undefined) {
			const reason = "No chromium on PATH: the export was not opened in a browser (apt-get install chromium).";
			if (process.env["CI"] !== undefined) throw new Error(reason);
			console.log(reason);
			return;
		}
		await checkInBrowser(browser);
		expect.hasAssertions();
	},
);
