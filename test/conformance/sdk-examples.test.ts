import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";

interface Server {
	close(): Promise<void>;
}

interface Conformance {
	NODE_24: string;
	SDK_EXAMPLES: readonly { readonly file: string }[];
	peerInstalled(): boolean;
	runNested(server: Server): Promise<object>;
	runSdkExample(server: Server, example: { readonly file: string }): Promise<string | undefined>;
	startModelServer(): Promise<Server>;
}

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/** The runner is plain JavaScript, because it also runs without any tool; its types stand above. */
async function loadConformance(): Promise<Conformance> {
	const load = (name: string): Promise<object> =>
		import(/* @vite-ignore */ new URL(`../../conformance/${name}.mjs`, import.meta.url).href);
	return Object.assign(
		{},
		...(await Promise.all(["sdk-examples", "nested-program", "model-server", "programs"].map(load))),
	) as Conformance;
}

const conformance = await loadConformance();
const installed = conformance.peerInstalled();
// An example takes a second; a machine under load takes a multiple of that.
const PATIENCE = 60_000;
let server: Server;

beforeAll(async () => {
	if (installed && !existsSync(`${ROOT}packages/host/dist/cli.js`)) {
		const { status, stderr } = spawnSync(conformance.NODE_24, ["scripts/build.mjs"], { cwd: ROOT, encoding: "utf8" });
		if (status !== 0) throw new Error(`The build failed: ${stderr}`);
	}
	server = await conformance.startModelServer();
}, PATIENCE);

afterAll(() => server.close());

const lack =
	"conformance/node_modules lacks the peer or its Node 24: npm ci --ignore-scripts in conformance/ installs both";
it.each(installed ? [] : [lack])("the peer's SDK examples were not run: %s", (reason) => {
	console.log(reason);
	expect(conformance.peerInstalled()).toBe(false);
});

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
