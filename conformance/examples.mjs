// Loads each of the peer's example extensions alone and answers one prompt with it. Usage:
// node conformance/examples.mjs [part of a name] [--peer]
import { exampleDependencies, exampleNames, prepareExample } from "./examples/catalog.mjs";
import { makeHome, removeHome, runExample } from "./examples/run-example.mjs";
import { ensureTriggerFile } from "./examples/session-cases.mjs";
import { startModelServer } from "./model-server.mjs";
import { peerInstalled } from "./programs.mjs";
import { isMain } from "./examples/is-main.mjs";

/** Examples that cannot be loaded, and why. */
export const UNSERVED = { gondolin: "the version of its package that its manifest asks for is not on the registry" };

/** One prompt with the example loaded. Gives what went wrong, or nothing. */
export async function loadExample(server, program, name) {
	const { missing } = prepareExample(name);
	if (missing) return `${exampleDependencies(name).join(", ")}: ${missing}`;
	const { baseUrl, requests } = server.open([{ text: "the answer" }]);
	const place = makeHome({ baseUrl, files: { ".pi/keep": "" } });
	const { code, stdout, stderr } = await runExample(program, place, { name, prompts: ["hello"] });
	removeHome(place);
	const asked = requests.length === 1 && JSON.stringify(requests[0].body.messages).includes("hello");
	if (code === 0 && asked && stdout.includes("the answer") && !/extension/i.test(stderr)) return undefined;
	return `code ${code}, ${requests.length} requests, stdout ${JSON.stringify(stdout)}, stderr ${JSON.stringify(stderr)}`;
}

async function main() {
	const args = process.argv.slice(2);
	if (!peerInstalled()) throw new Error("The peer is not installed: run npm ci --ignore-scripts in conformance/");
	const program = args.includes("--peer") ? "peer" : "tau";
	const filter = args.find((arg) => !arg.startsWith("--")) ?? "";
	const names = exampleNames().filter((name) => name.includes(filter));
	const server = await startModelServer();
	ensureTriggerFile();
	let unexpected = 0;
	for (const name of names) {
		const failure = await loadExample(server, program, name);
		const reason = UNSERVED[name];
		if (failure) console.log(`${reason ? `expected (${reason})` : "FAILED"}: ${name}: ${failure}`);
		else if (reason) console.log(`loads although a reason is given: ${name}: ${reason}`);
		if ((failure === undefined) !== (reason === undefined)) unexpected++;
	}
	await server.close();
	console.log(`${names.length} examples, ${unexpected} unexpected outcomes`);
	process.exitCode = unexpected > 0 ? 1 : 0;
}

if (isMain(import.meta.url)) await main();
