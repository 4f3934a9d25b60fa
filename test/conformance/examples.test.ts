import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

interface Server {
	close(): Promise<void>;
}

interface Case {
	readonly example: string | readonly string[];
	readonly promise: string;
}

interface Conformance {
	CASES: readonly Case[];
	UNSERVED: Readonly<Record<string, string>>;
	NODE_24: string;
	compareCase(server: Server, one: Case): Promise<{ status: string; found: string[] }>;
	ensureTriggerFile(): void;
	exampleNames(): string[];
	expectedStatus(one: Case): { status: string; reason: string };
	loadExample(server: Server, program: "tau" | "peer", name: string): Promise<string | undefined>;
	peerInstalled(): boolean;
	startModelServer(): Promise<Server>;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const MODULES = ["examples", "example-behaviour", "examples/cases", "examples/catalog", "examples/session-cases"];

/** The runner is plain JavaScript, because it also runs without any tool; its types stand above. */
async function loadConformance(): Promise<Conformance> {
	const load = (name: string): Promise<object> =>
		import(/* @vite-ignore */ new URL(`../../conformance/${name}.mjs`, import.meta.url).href);
	const modules = await Promise.all([...MODULES, "model-server", "programs"].map(load));
	return Object.assign({}, ...modules) as Conformance;
}

const conformance = await loadConformance();
const installed = conformance.peerInstalled();
// Two starts of the peer and Tau take two seconds; a machine under load takes a multiple of that.
const PATIENCE = 60_000;
let server: Server;

beforeAll(async () => {
	if (installed && !existsSync(`${ROOT}packages/host/dist/cli.js`)) {
		const { status, stderr } = spawnSync(conformance.NODE_24, ["scripts/build.mjs"], { cwd: ROOT, encoding: "utf8" });
		if (status !== 0) throw new Error(`The build failed: ${stderr}`);
	}
	if (installed) conformance.ensureTriggerFile();
	server = await conformance.startModelServer();
}, PATIENCE);

afterAll(() => server.close());

const lack =
	"conformance/node_modules lacks the peer or its Node 24: npm ci --ignore-scripts in conformance/ installs both";
it.each(installed ? [] : [lack])("the peer's examples were not run: %s", (reason) => {
	console.log(reason);
	expect(conformance.peerInstalled()).toBe(false);
});

it.each(installed ? conformance.exampleNames() : [])(
	"%s is loaded alone and a prompt answered with it",
	async (name) => {
		const failure = await conformance.loadExample(server, "tau", name);
		const reason = conformance.UNSERVED[name];
		// A reason that no longer holds fails too, so that it is taken out.
		const outcome = failure === undefined ? "loaded" : `not loaded: ${failure}`;
		expect(outcome).toMatch(reason === undefined ? /^loaded$/ : /^not loaded: /);
	},
	PATIENCE,
);

const cases = conformance.CASES.map((one) => [[one.example].flat().join(" and "), one.promise, one] as const);
it.each(installed ? cases : [])(
	"%s %s",
	async (_example, _promise, one) => {
		const { status, found } = await conformance.compareCase(server, one);
		const expected = conformance.expectedStatus(one);
		expect(status, `${expected.reason}\n${found.join("\n")}`).toBe(expected.status);
	},
	PATIENCE,
);
