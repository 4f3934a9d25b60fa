import type { Model } from "@tau/ai";

/** The models with credentials as a table, filtered by a part of provider, id or name (O08). */
export function formatModelList(models: readonly Model[], search: string | true): string {
	const wanted = search === true ? "" : search.toLowerCase();
	const rows = models
		.filter((model) => `${model.provider}/${model.id} ${model.name}`.toLowerCase().includes(wanted))
		.toSorted((left, right) => compare(left.provider, right.provider) || compare(left.id, right.id))
		.map((model) => [
			model.provider,
			model.id,
			formatTokens(model.contextWindow),
			formatTokens(model.maxTokens),
			model.reasoning ? "yes" : "no",
			model.input.includes("image") ? "yes" : "no",
		]);
	if (rows.length === 0) return search === true ? NOTHING : `No available model matches "${wanted}"\n`;
	const table = [["provider", "model", "context", "max-out", "thinking", "images"], ...rows];
	const widths = table[0]!.map((_title, column) => Math.max(...table.map((row) => row[column]!.length)));
	return table.map((row) => row.map((cell, column) => cell.padEnd(widths[column]!)).join("  ") + "\n").join("");
}

/** By code units: the same everywhere. */
function compare(left: string, right: string): number {
	return left < right ? -1 : Number(left > right);
}

const NOTHING =
	"No models are available: define a provider in models.json, set an API key, or try --model scripted/<file>\n";

function formatTokens(tokens: number): string {
	if (tokens >= 1_000_000) return `${+(tokens / 1_000_000).toFixed(1)}M`;
	return tokens >= 1000 ? `${+(tokens / 1000).toFixed(1)}K` : String(tokens);
}
