const ONE_TURN = ["-p", "--model", "fake/fake", "hi"];

/**
 * What is measured. `extensions` adds that many generated extensions to the agent directory and reports the processor
 * time they add to the same program without them. `cold` gives every run a home that was never used: no compiled code,
 * no transformed extension is kept from before.
 */
export const SCENARIOS = [
	{ name: "print", args: ONE_TURN, about: "one turn in print mode" },
	{ name: "extensions-warm", args: ONE_TURN, extensions: 200, about: "the same with 200 extensions, caches filled" },
	{ name: "extensions-cold", args: ONE_TURN, extensions: 200, cold: true, about: "the same with empty caches" },
	{ name: "help", args: ["--help"], about: "the help text" },
];

/** Says what is wrong with a run, so that no number describes a program that did something else. */
export function findFault({ args, extensions = 0 }, { code, stdout, stderr, toolCount }) {
	if (code !== 0) return `ended with ${code}: ${stderr.trim().slice(-500)}`;
	if (args !== ONE_TURN) return stdout.length > 100 ? undefined : `printed only ${JSON.stringify(stdout)}`;
	if (stdout.trim() !== "ok") return `answered ${JSON.stringify(stdout)}`;
	return toolCount >= extensions ? undefined : `offered ${toolCount} tools of ${extensions}`;
}
