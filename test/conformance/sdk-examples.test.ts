import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureBuilt, loadConformance, tellLack } from "./installed-peer.ts";

interface Server {
	close(): Promise<void>;
}

interface Conformance {
	SDK_EXAMPLES: readonly { readonly file: string }[];
	runNested(server: Server): Promise<object>;
	runSdkExample(server: Server, example: { readonly file: string }): Promise<string | undefined>;
	startModelServer(): Promise<Server>;
}

const conformance = await loadConformance<Conformance>("sdk-examples", "nested-program", "model-server");
const installed = conformance.peerInstalled();
// An example takes a second; a machine under load takes a multiple of that.
const PATIENCE = 60_000;
let server: Server;

beforeAll(async () => {
	if (installed) ensureBuilt(conformance);
	server = await conformance.startModelServer();
}, PATIENCE);

afterAll(() => server.close());

tellLack("the peer's SDK examples were", conformance);

const examples = conformance.SDK_EXAMPLES.map((example) => [example.file, example] as const);
it.each(installed ? examples : [])(
	"%s runs unmodified against Tau (Q01, Q03, Q04, W07)",
	async (_file, example) => expect(await conformance.runSdkExample(server, example)).toBeUndefined(),
	PATIENCE,
);

it.each(installed ? ["a command of the model"] : [])(
	"%s that starts pi by name gets this program, with nothing installed",
	async () =>
		expect(await conformance.runNested(server)).toEqual({
			code: 0,
			stdout: "outer\n",
			// The version, the answer of the run inside, and that the name leads below the agent folder.
			lines: [expect.stringMatching(/^\d+\.\d+\.\d+/), "inner answer", "cache/bin"],
		}),
	PATIENCE,
);
