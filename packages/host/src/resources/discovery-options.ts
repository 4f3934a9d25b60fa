import type { ResourceFiles } from "./resource-files.ts";

/** An entry of a resource list with the file it stands in. */
export interface ScopedEntry<Entry = string> {
	readonly entry: Entry;
	readonly scope: "user" | "project";
	/** Relative paths of the entry start here. */
	readonly baseDir: string;
}

/** A package source, alone or with filters. */
export type PackageEntry =
	| string
	| {
			readonly source: string;
			readonly autoload?: boolean;
			readonly extensions?: readonly string[];
			readonly skills?: readonly string[];
			readonly prompts?: readonly string[];
			readonly themes?: readonly string[];
	  };

/** The folders discovery looks into. */
export interface DiscoveryFolders {
	readonly home: string;
	readonly cwd: string;
	/** The user's configuration folder. */
	readonly agentDir: string;
	/** The project's configuration folder. */
	readonly projectDir: string;
	/** Folders of related hosts, after the host's own (AD17). */
	readonly compatibility: readonly { readonly user: string; readonly project: string }[];
}

/** What every kind of discovery needs to know. */
export interface DiscoveryContext {
	readonly folders: DiscoveryFolders;
	readonly files: ResourceFiles;
	/** Keys of package.json under which packages list resources, strongest first. */
	readonly manifestKeys: readonly string[];
	/** False leaves out everything that lies in the project (TR1). */
	readonly projectTrusted: boolean;
}

/** The folders that are searched without being named, strongest first: project before user, own before related. */
export function autoRoots({ folders, projectTrusted }: DiscoveryContext): {
	readonly project: readonly string[];
	readonly user: readonly string[];
} {
	const project = [folders.projectDir, ...folders.compatibility.map((pair) => pair.project)];
	const user = [folders.agentDir, ...folders.compatibility.map((pair) => pair.user)];
	return { project: projectTrusted ? project : [], user };
}
