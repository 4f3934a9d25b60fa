import type { Environment } from "../platform/brand.ts";
import { BRAND } from "../platform/host-facts.ts";

/** The environment of a session with an agent folder of its own; that of the process stays as it is. */
export function environmentFor(agentDir: string): Environment {
	const named = BRAND.envPrefixes.map((prefix) => [`${prefix}_CODING_AGENT_DIR`, agentDir]);
	return { ...process.env, ...Object.fromEntries(named) };
}
