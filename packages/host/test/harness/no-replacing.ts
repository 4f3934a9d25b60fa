import type { SessionReplacing } from "../../src/runtime/session-replacing.ts";

const refuse = (): Promise<never> => Promise.reject(new Error("this host has one session"));

/** For hosts whose session is never replaced. */
export const NO_REPLACING: SessionReplacing = {
	newSession: refuse,
	fork: refuse,
	switchSession: refuse,
	reload: refuse,
};
