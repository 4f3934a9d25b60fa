import { findSessionFolder, type SessionFlags } from "./choose-session.ts";
import { loadConfiguration, type Configuration } from "./configuration.ts";

export interface EnterFlags extends SessionFlags {
	readonly projectTrust?: boolean | undefined;
}

/**
 * The configuration a start runs with: a session that is opened by name runs in its own folder, wherever the program
 * was started. Throws what `chooseSession` would.
 */
export async function enterSessionFolder(launched: Configuration, flags: EnterFlags): Promise<Configuration> {
	const { surroundings, brand } = launched;
	const cwd = findFolder(launched, flags) ?? surroundings.cwd;
	if (cwd === surroundings.cwd) return launched;
	const { trust } = launched;
	return loadConfiguration({ surroundings: { ...surroundings, cwd }, brand, approve: flags.projectTrust, trust });
}

function findFolder(launched: Configuration, flags: EnterFlags): string | undefined {
	try {
		return findSessionFolder(launched, flags);
	} catch (error) {
		// The project may name the folder of its sessions, and says so once it is trusted (TR4): `chooseSession` looks again.
		if (launched.trustIsOpen) return undefined;
		throw error;
	}
}
