// Turns a batch of cases into the extensions that play it, many cases in one process: the command `/enter N` takes the
// handlers of the case before away, registers those of case N and tells the model service to answer from its script.

const wrapHandler = ({ event, code, sync, once, by = 0 }) => {
	const guard = once ? "if (seen++) return;" : "";
	const note = `log({ name: "ran", handler: ${by}, event: ${JSON.stringify(event)} });`;
	const body = `(event, ctx) => { ${guard} ${note} ${code} }`;
	return `{ event: ${JSON.stringify(event)}, by: ${by}, make: () => { let seen = 0; return ${sync ? "" : "async "}${body}; } }`;
};

/** A case: { name, handlers?: [{ event, code, sync?, once?, by? }], start?, turns?, prompts? }. */
export function conductorSources({ cases, setup = "" }) {
	const rows = cases.map(
		({ handlers = [], start = "" }) =>
			`{ handlers: [${handlers.map(wrapHandler).join(", ")}], start: async (pi, ctx) => { ${start} } }`,
	);
	const conductor = `import { appendFileSync } from "node:fs";
const log = (line) => appendFileSync(process.env.PROBE_LOG, JSON.stringify(line) + "\\n");
const players = (globalThis.players ??= []);
const pi0 = (pi) => players[0] ?? pi;
const cases = [${rows.join(",\n")}];
let registered = [];
export default (pi) => {
	players[0] = pi;
	${setup}
	pi.registerCommand("enter", { handler: async (args, ctx) => {
		const number = Number(args);
		for (const off of registered) off();
		const one = cases[number];
		registered = one.handlers.map(({ event, by, make }) => players[by].on(event, make()));
		await fetch(process.env.CASE_URL + number);
		log({ name: "case", number });
		pi.appendEntry("case", number);
		await one.start(pi, ctx);
	} });
};`;
	const player = (index) => `export default (pi) => { (globalThis.players ??= [])[${index}] = pi; }`;
	return [conductor, player(1), player(2)];
}

export const promptsOf = (cases) =>
	cases.flatMap(({ prompts = ["go"] }, number) => [
		`/enter ${number}`,
		...prompts.map((prompt) => `${prompt} ${number}.`),
	]);
