/** A folder pair of another host whose resources are read too, after the host's own (AD17). */
export interface CompatibilityFolders {
	/** Below the home folder. */
	readonly user: string;
	/** Below the working directory. */
	readonly project: string;
}

/** Everything a rebranded host changes (AD19, O11). */
export interface Brand {
	/** The command and the word in messages. */
	readonly name: string;
	/** The name as a title. */
	readonly title: string;
	/** The folder below the home folder and below a project. */
	readonly configDir: string;
	/** First halves of the names of environment variables, strongest first. */
	readonly envPrefixes: readonly string[];
	/** Keys of a package's manifest under which it lists its resources. */
	readonly manifestKeys: readonly string[];
	readonly compatibilityFolders: readonly CompatibilityFolders[];
}

export type Environment = Readonly<Record<string, string | undefined>>;

/** Variables that extensions and users of the Pi family set whatever the host is called. */
const FAMILY_PREFIX = "PI";

const DEFAULT_BRAND: Brand = {
	name: "tau",
	title: "Tau",
	configDir: ".pi",
	envPrefixes: ["TAU", FAMILY_PREFIX],
	manifestKeys: ["pi", "grip"],
	compatibilityFolders: [{ user: ".grip/agent", project: ".grip" }],
};

/** Reads `piConfig` of the host's own package.json; fields that are missing or malformed keep the default. */
export function createBrand(piConfig: unknown): Brand {
	const config = (typeof piConfig === "object" && piConfig !== null ? piConfig : {}) as Record<string, unknown>;
	const name = textOr(config["name"], DEFAULT_BRAND.name);
	const prefix = name.toUpperCase().replace(/[^A-Z0-9]+/g, "_");
	return {
		...DEFAULT_BRAND,
		name,
		title: name.charAt(0).toUpperCase() + name.slice(1),
		configDir: textOr(config["configDir"], DEFAULT_BRAND.configDir),
		envPrefixes: prefix === FAMILY_PREFIX ? [FAMILY_PREFIX] : [prefix, FAMILY_PREFIX],
	};
}

/** The value of a variable such as `CODING_AGENT_DIR` under the brand's prefixes; empty counts as unset. */
export function readBrandVariable(brand: Brand, env: Environment, suffix: string): string | undefined {
	for (const prefix of brand.envPrefixes) {
		const value = env[`${prefix}_${suffix}`];
		if (value !== undefined && value !== "") return value;
	}
	return undefined;
}

function textOr(value: unknown, fallback: string): string {
	return typeof value === "string" && value.trim() !== "" ? value.trim() : fallback;
}
