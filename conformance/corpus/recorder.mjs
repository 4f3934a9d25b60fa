/** The source of an extension that calls the factories of `entries` and writes down what they register while loading. */
export const recorderSource = (entries) => `import { appendFileSync } from "node:fs";
${entries.map((path, index) => `import factory${index} from ${JSON.stringify(path)};`).join("\n")}
const KINDS = { registerCommand: "commands", registerTool: "tools", registerFlag: "flags", registerShortcut: "shortcuts", registerMessageRenderer: "messageRenderers", registerEntryRenderer: "entryRenderers", registerProvider: "providers" };
const recording = (pi) => new Proxy(pi, { get(target, key) {
	const kind = KINDS[key];
	if (!kind) return target[key];
	return (first, ...rest) => {
		const name = kind === "tools" ? first.name : typeof first === "string" ? first : first.id;
		appendFileSync(process.env.CORPUS_LOG, JSON.stringify([kind, name]) + "\\n");
		return target[key](first, ...rest);
	};
} });
export default async (pi) => { for (const factory of [${entries.map((_, index) => `factory${index}`).join(", ")}]) await factory(recording(pi)); };
`;
