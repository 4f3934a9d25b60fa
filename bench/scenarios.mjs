const ONE_TURN = ["-p", "--model", "fake/fake", "hi"];

/**
 * What is measured. `extensions` adds that many generated extensions to the agent directory and reports the processor
 * time they add to the same program without them. `cold` gives every run a home that was never used: no compiled code,
 * no transformed extension is kept from before. `session` continues a generated session and reports what it adds to the
 * same turn without one; `exchange` names what is timed in RPC mode (measure-rpc.mjs); `sends` is the least number of messages its request carries. `onDemand` scenarios take long and
 * run only when they are named.
 */
export const SCENARIOS = [
	{ name: "print", args: ONE_TURN, about: "one turn in print mode" },
	{ name: "extensions-warm", args: ONE_TURN, extensions: 200, about: "the same with 200 extensions, caches filled" },
	{ name: "extensions-cold", args: ONE_TURN, extensions: 200, cold: true, about: "the same with empty caches" },
	{ name: "rpc-first-answer", exchange: "firstAnswer", about: "from the start of RPC mode to its first answer" },
	{ name: "rpc-reload", exchange: "reload", extensions: 200, about: "a reload of 200 extensions in RPC mode" },
	{ name: "help", args: ["--help"], about: "the help text" },
	{
		name: "session-compacted",
		args: ONE_TURN,
		session: { entries: 100_000, compacted: true },
		sends: 200,
		onDemand: true,
		about: "a turn in a session of 100,000 entries, compacted near its end (only when named)",
	},
	{
		name: "session-full",
		args: ONE_TURN,
		session: { entries: 100_000, compacted: false },
		sends: 100_000,
		onDemand: true,
		about: "the same without compaction: a request of 22 MB (only when named)",
	},
];

/** Says what is wrong with a run, so that no number describes a program that did something else. */
export function findFault({ args, extensions = 0, sends = 0 }, { code, stdout, stderr, toolCount, messageCount }) {
	if (code !== 0) return `ended with ${code}: ${stderr.trim().slice(-500)}`;
	if (args !== ONE_TURN) return stdout.length > 100 ? undefined : `printed only ${JSON.stringify(stdout)}`;
	if (stdout.trim() !== "ok") return `answered ${JSON.stringify(stdout)}`;
	if (messageCount < sends) return `sent ${messageCount} messages of ${sends}`;
	return toolCount >= extensions ? undefined : `offered ${toolCount} tools of ${extensions}`;
}
