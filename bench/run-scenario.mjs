import { createHome } from "./home.mjs";
import { measure } from "./measure.mjs";
import { measureRpc } from "./measure-rpc.mjs";
import { findFault } from "./scenarios.mjs";

/** The first run fills caches; files written just before it are looked at once more by the second (racily clean). */
const WARM_UPS = 2;

/**
 * Runs a scenario `runs` times after some runs that are not counted. The programs take turns, so that a busy moment of
 * the machine meets all of them. Resolves with one list of samples per program; what is `added` is above
 * the same program, in the same turn, without extensions or session.
 */
export async function runScenario(scenario, { node, programs, server, runs }) {
	const lanes = programs.map((program) => createLane(program, { scenario, node, server }));
	try {
		for (let run = 0; run < WARM_UPS; run++) for (const lane of lanes) await lane.sample();
		const samples = lanes.map(() => []);
		for (let run = 0; run < runs; run++) {
			for (const [index, lane] of lanes.entries()) samples[index].push(await lane.sample());
		}
		return samples;
	} finally {
		for (const lane of lanes) lane.close();
	}
}

function createRpcLane({ file }, { scenario, node, server }) {
	const { exchange, extensions } = scenario;
	const home = createHome({ baseUrl: server.baseUrl, extensions });
	return { sample: () => measureRpc({ node, file, home, exchange }), close: () => home.remove() };
}

function createLane(program, { scenario, node, server }) {
	if (scenario.exchange) return createRpcLane(program, { scenario, node, server });
	const plain = { ...scenario, extensions: 0, session: undefined, sends: 0 };
	const variants = scenario.extensions || scenario.session ? [plain, scenario] : [scenario];
	const open = ({ extensions, session }) => createHome({ baseUrl: server.baseUrl, extensions, session });
	const kept = scenario.cold ? [] : variants.map(open);
	const runVariant = async (variant, index) => {
		const home = kept[index] ?? open(variant);
		try {
			const args = home.session ? ["--session", home.session, ...variant.args] : variant.args;
			const result = await measure({ node, file: program.file, args, home });
			const request = { toolCount: server.lastToolCount(), messageCount: server.lastMessageCount() };
			const fault = findFault(variant, { ...result, ...request });
			if (fault) throw new Error(`${scenario.name}, ${program.name}: ${fault}`);
			return result;
		} finally {
			if (!kept.includes(home)) home.remove();
		}
	};
	return {
		async sample() {
			const results = [];
			for (const [index, variant] of variants.entries()) results.push(await runVariant(variant, index));
			const { wall, cpu, memory } = results.at(-1);
			if (results.length === 1) return { wall, cpu, memory };
			const [plainly] = results;
			const added = { addedWall: wall - plainly.wall, added: cpu - plainly.cpu, addedMemory: memory - plainly.memory };
			return { wall, cpu, memory, ...added };
		},
		close: () => kept.forEach((home) => home.remove()),
	};
}
