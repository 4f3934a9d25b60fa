import { isAbsolute, join, resolve } from "node:path";
import { readBrandVariable, type Brand, type Environment } from "./brand.ts";

/** What paths depend on; passed in so that nothing reads the process. */
export interface Surroundings {
	readonly env: Environment;
	readonly home: string;
	readonly cwd: string;
}

/** A folder with resources, and the scope they belong to. */
export interface ResourceRoot {
	readonly user: string;
	readonly project: string;
}

/** Where the host keeps its things. Nothing here touches the disk. */
export interface AppDirs {
	readonly agentDir: string;
	/** The project's configuration folder; it need not exist. */
	readonly projectDir: string;
	readonly settingsFile: string;
	readonly projectSettingsFile: string;
	readonly modelsFile: string;
	readonly authFile: string;
	readonly trustFile: string;
	readonly keybindingsFile: string;
	readonly mcpFile: string;
	readonly projectMcpFile: string;
	/** Sessions below here are grouped by working directory (S01). */
	readonly sessionsRoot: string;
	/** Copies of packages given by `-e` (D10). */
	readonly temporaryExtensionsDir: string;
	/** Folders of related hosts, read after the host's own (AD17). */
	readonly compatibility: readonly ResourceRoot[];
}

export function createAppDirs(surroundings: Surroundings, brand: Brand): AppDirs {
	const { env, home, cwd } = surroundings;
	const configured = readBrandVariable(brand, env, "CODING_AGENT_DIR");
	const agentDir =
		configured === undefined ? join(home, brand.configDir, "agent") : resolvePath(configured, { base: cwd, home });
	const projectDir = join(cwd, brand.configDir);
	return {
		agentDir,
		projectDir,
		settingsFile: join(agentDir, "settings.json"),
		projectSettingsFile: join(projectDir, "settings.json"),
		modelsFile: join(agentDir, "models.json"),
		authFile: join(agentDir, "auth.json"),
		trustFile: join(agentDir, "trust.json"),
		keybindingsFile: join(agentDir, "keybindings.json"),
		mcpFile: join(agentDir, "mcp.json"),
		projectMcpFile: join(projectDir, "mcp.json"),
		sessionsRoot: join(agentDir, "sessions"),
		temporaryExtensionsDir: join(agentDir, "tmp", "extensions"),
		compatibility: brand.compatibilityFolders.map(({ user, project }) => ({
			user: join(home, user),
			project: join(cwd, project),
		})),
	};
}

/** Where a session directory was named, strongest first: flag, environment, settings (TR4). */
export interface SessionDirSources {
	readonly flag?: string | undefined;
	readonly setting?: string | undefined;
}

/** The session directory somebody asked for; undefined means the folder below `sessionsRoot`. */
export function findSessionDir(
	sources: SessionDirSources,
	surroundings: Surroundings,
	brand: Brand,
): string | undefined {
	const named =
		sources.flag ??
		readBrandVariable(brand, surroundings.env, "CODING_AGENT_SESSION_DIR") ??
		(sources.setting === "" ? undefined : sources.setting);
	return named === undefined ? undefined : resolvePath(named, { base: surroundings.cwd, home: surroundings.home });
}

/** An absolute path: `~` is the home folder, anything relative is below `base`. */
export function resolvePath(path: string, from: { readonly base: string; readonly home: string }): string {
	const expanded = expandHome(path, from.home);
	return isAbsolute(expanded) ? resolve(expanded) : resolve(from.base, expanded);
}

export function expandHome(path: string, home: string): string {
	if (path === "~") return home;
	return path.startsWith("~/") || path.startsWith("~\\") ? join(home, path.slice(2)) : path;
}
