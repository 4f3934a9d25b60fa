/** The plan of one package: what it may import and how its rooms are stacked, lowest floor first. */
export interface PackagePlan {
	readonly name: string;
	readonly mayImport: readonly string[];
	/**
	 * A room is a folder directly under `src`, or a file directly in `src` (then its name ends in `.ts`).
	 * `modes/*` makes each folder under `modes` a room of its own.
	 */
	readonly floors: readonly (readonly string[])[];
	/** The one file that may import its own package by name: it serves the running modules to extensions. */
	readonly servesItself?: string;
	/** Rooms whose names and parameters are dictated from outside: naming rules do not apply there. */
	readonly contractRooms?: readonly string[];
}

/** The truth about storeys and rooms; ARCHITECTURE.md draws the same table. Keys are folders under `packages/`. */
export const HOUSE: Readonly<Record<string, PackagePlan>> = {
	ai: {
		name: "@tau/ai",
		mayImport: [],
		floors: [
			["contract"],
			["catalog", "auth"],
			["stream", "transcript", "schema"],
			["providers"],
			["registry"],
			["stream.ts"],
			["index.ts", "oauth.ts"],
		],
	},
	agent: {
		name: "@tau/agent",
		mayImport: ["@tau/ai"],
		floors: [["contract"], ["loop"], ["message-queue.ts"], ["core.ts", "published"], ["index.ts"]],
		contractRooms: ["published"],
	},
	tui: {
		name: "@tau/tui",
		mayImport: [],
		floors: [
			["text"],
			["contract", "input", "screen", "editing", "completion", "markdown"],
			["components"],
			["tui.ts", "process-terminal.ts"],
			["index.ts"],
		],
	},
	host: {
		name: "@tau/host",
		mayImport: ["@tau/ai", "@tau/agent", "@tau/tui"],
		floors: [
			["base"],
			["platform"],
			["settings", "theme", "keybindings", "session", "models"],
			["resources"],
			["extension-api"],
			["tools", "extensions", "system-prompt"],
			["runtime"],
			["export", "rpc"],
			["commands"],
			["modes/*"],
			["sdk", "sdk.ts"],
			["index.ts", "cli"],
		],
		servesItself: "packages/host/src/extensions/load/host-modules.ts",
		contractRooms: ["extension-api"],
	},
};

/** Budgets of house code. */
export const BUDGETS: { readonly fileLines: number; readonly functionLines: number; readonly privateFields: number } = {
	fileLines: 400,
	functionLines: 60,
	privateFields: 8,
};

/** Words that say nothing about what a file holds; none may be a word of a file or folder name. */
export const FORBIDDEN_WORDS: readonly string[] = [
	"utils",
	"helpers",
	"common",
	"misc",
	"manager",
	"service",
	"info",
	"data",
];

/** Where a source file lives in the plan; `floor` is -1 for a room the plan does not know. */
export interface Place {
	readonly folder: string;
	readonly plan: PackagePlan;
	readonly room: string;
	readonly floor: number;
}

/** The place of a file under `packages/<folder>/src`, nothing for any other file. */
export function placeOf(path: string): Place | undefined {
	const [packages, folder = "", src, first = "", ...rest] = path.split("/");
	const plan = packages === "packages" && src === "src" ? HOUSE[folder] : undefined;
	if (plan === undefined) return undefined;
	const shared = `${first}/*`;
	if (plan.floors.some((rooms) => rooms.includes(shared)) && rest.length > 1) {
		const floor = plan.floors.findIndex((rooms) => rooms.includes(shared));
		return { folder, plan, room: `${first}/${rest[0]}`, floor };
	}
	// `sdk.test.ts` belongs to the room of the file it tests.
	const room = rest.length === 0 ? first.replace(/\.test\.ts$/, ".ts") : first;
	return { folder, plan, room, floor: plan.floors.findIndex((rooms) => rooms.includes(room)) };
}
