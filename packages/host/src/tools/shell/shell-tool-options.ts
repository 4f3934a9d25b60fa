import type { BashOperations } from "../../extension-api/tool-operations.ts";
import type { ToolBackend } from "../../platform/backend.ts";

/** What a shell tool is about to run. */
export interface BashSpawnContext {
	command: string;
	cwd: string;
	env: NodeJS.ProcessEnv;
}

/** Changes what is run; gets the session's variables and the prefixed command (BT11). */
export type BashSpawnHook = (context: BashSpawnContext) => BashSpawnContext;

export interface BashToolOptions {
	/** Runs the commands elsewhere. */
	operations?: BashOperations;
	/** Put before every command, on lines of its own. */
	commandPrefix?: string;
	/** The Bash of the local machine. */
	shellPath?: string;
	/** Default true; `false` also hides the values that the host inherited (BT09). */
	exposeSessionEnvironment?: boolean;
	spawnHook?: BashSpawnHook;
	/** The machine to work on when there are no `operations`; default this one. */
	backend?: ToolBackend;
}

export type PowerShellToolOptions = Pick<
	BashToolOptions,
	"operations" | "exposeSessionEnvironment" | "spawnHook" | "backend"
>;
