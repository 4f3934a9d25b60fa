const COLUMNS = [
	{ key: "wall", title: "wall ms" },
	{ key: "cpu", title: "cpu ms" },
	{ key: "memory", title: "peak MB" },
	{ key: "addedWall", title: "added ms" },
	{ key: "added", title: "added cpu ms" },
	{ key: "addedMemory", title: "added MB" },
];
const WIDTHS = { scenario: 18, program: 10, column: 14 };

export function median(values) {
	const sorted = values.toSorted((a, b) => a - b);
	const middle = sorted.length >> 1;
	return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** Medians per program, and per column the median of the ratios of each pair of runs, the last program to the first. */
export function summarise(name, programs, samples) {
	const keys = COLUMNS.map(({ key }) => key).filter((key) => samples[0][0][key] !== undefined);
	const entries = (valueOf) => Object.fromEntries(keys.map((key) => [key, valueOf(key)]));
	const medians = programs.map((program, index) => ({
		program: program.name,
		...entries((key) => median(samples[index].map((sample) => sample[key]))),
	}));
	if (programs.length < 2) return { name, medians };
	const [first, last] = [samples[0], samples.at(-1)];
	const ratios = entries((key) => median(last.map((sample, run) => sample[key] / first[run][key])));
	return { name, medians, ratios };
}

export function formatHeading() {
	return line(
		"scenario",
		"program",
		COLUMNS.map(({ title }) => title),
	);
}

/** A line per program and one of ratios. */
export function formatSummary({ name, medians, ratios }) {
	const cells = (values, digits) => COLUMNS.map(({ key }) => values[key]?.toFixed(digits) ?? "");
	const lines = medians.map((values) => line(name, values.program, cells(values, 1)));
	if (ratios) lines.push(line(name, "ratio", cells(ratios, 2)));
	return lines.join("\n");
}

function line(scenario, program, cells) {
	const numbers = cells.map((cell) => cell.padStart(WIDTHS.column)).join("");
	return `${scenario.padEnd(WIDTHS.scenario)}${program.padEnd(WIDTHS.program)}${numbers}`.trimEnd();
}
