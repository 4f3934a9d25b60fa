import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBuilt, loadConformance, tellLack } from "./installed-peer.ts";

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
	compareCase(server: Server, one: Case): Promise<{ status: string; found: string[] }>;
	ensureTriggerFile(): void;
	exampleNames(): string[];
	expectedStatus(one: Case): { status: string; reason: string };
	loadExample(server: Server, program: "tau" | "peer", name: string): Promise<string | undefined>;
	startModelServer(): Promise<Server>;
}

const MODULES = ["examples", "example-behaviour", "examples/cases", "examples/catalog", "examples/session-cases"];

const conformance = await loadConformance<Conformance>(...MODULES, "model-server");
const installed = conformance.peerInstalled();
// Two starts of the peer and Tau take two seconds; a machine under load takes a multiple of that.
const PATIENCE = 60_000;
let server: Server;

beforeAll(async () => {
	if (installed) ensureBuilt(conformance);
	if (installed) conformance.ensureTriggerFile();
	server = await conformance.startModelServer();
}, PATIENCE);

afterAll(() => server.close());

tellLack("the peer's examples were", conformance);

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
