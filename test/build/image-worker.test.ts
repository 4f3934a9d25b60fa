import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, onTestFinished, test } from "vitest";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const BUNDLE = new URL("../../scripts/bundle.mjs", import.meta.url).href;
const IMAGES = join(ROOT, "packages/host/src/platform/images");

/** One way in is bundled into the entry itself, the other one into a chunk. */
const PROGRAMS: Readonly<Record<string, string>> = {
	"src/direct.ts": `import { convertToPng } from ${JSON.stringify(join(IMAGES, "convert-to-png.ts"))};`,
	"src/lazy.ts": `const { convertToPng } = await import(${JSON.stringify(join(IMAGES, "convert-to-png.ts"))});`,
};
const GIF = "R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7";
const MAIN = `console.log((await convertToPng("${GIF}", "image/gif"))?.mimeType);`;

test.each(Object.keys(PROGRAMS))("the bundle starts the image worker from %s", (entry) => {
	const root = mkdtempSync(join(tmpdir(), "tau-image-bundle-"));
	onTestFinished(() => rmSync(root, { recursive: true, force: true }));
	mkdirSync(join(root, "src"));
	symlinkSync(join(ROOT, "node_modules"), join(root, "node_modules"), "dir");
	const dependencies = { "@silvia-odwyer/photon-node": "*" };
	writeFileSync(join(root, "package.json"), JSON.stringify({ type: "module", exports: {}, dependencies }));
	writeFileSync(join(root, entry), PROGRAMS[entry] + MAIN);
	const entries = { cli: entry, "image-worker": join(IMAGES, "image-worker.mjs") };
	const script = `const { bundle } = await import(${JSON.stringify(BUNDLE)});
		await bundle({ folder: ${JSON.stringify(root)}, entries: ${JSON.stringify(entries)} });`;
	execFileSync(process.execPath, ["--input-type=module", "-e", script]);
	expect(execFileSync(process.execPath, [join(root, "dist/cli.js")], { encoding: "utf8" })).toBe("image/png\n");
});
