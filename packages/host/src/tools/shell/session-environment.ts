import type { ExtensionContext } from "../../extension-api/context.ts";

/** What commands learn about the session (BT09). */
const SESSION_VARIABLES = [
	"PI_SESSION_ID",
	"PI_SESSION_FILE",
	"PI_PROVIDER",
	"PI_MODEL",
	"PI_REASONING_LEVEL",
] as const;

export type SessionContext = Pick<ExtensionContext, "sessionManager" | "model" | "thinkingLevel">;

/**
 * The environment of a command. Values of the session are those of this moment; values that the host itself inherited
 * describe another session and are never passed on.
 */
export function shellEnvironment(inherited: NodeJS.ProcessEnv, session: SessionContext | undefined): NodeJS.ProcessEnv {
	const environment = { ...inherited };
	for (const name of SESSION_VARIABLES) delete environment[name];
	if (session === undefined) return environment;
	const values: Record<(typeof SESSION_VARIABLES)[number], string | undefined> = {
		PI_SESSION_ID: session.sessionManager.getSessionId(),
		PI_SESSION_FILE: session.sessionManager.getSessionFile(),
		PI_PROVIDER: session.model?.provider,
		PI_MODEL: session.model?.id,
		PI_REASONING_LEVEL: session.thinkingLevel,
	};
	for (const name of SESSION_VARIABLES) if (values[name] !== undefined) environment[name] = values[name];
	return environment;
}
