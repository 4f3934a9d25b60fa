import { GUARD_CASES } from "./guard-cases.mjs";
import { PROMPT_CASES } from "./prompt-cases.mjs";
import { PROVIDER_CASES } from "./provider-cases.mjs";
import { SESSION_CASES } from "./session-cases.mjs";
import { TOOL_CASES } from "./tool-cases.mjs";

export const CASES = [...TOOL_CASES, ...GUARD_CASES, ...PROMPT_CASES, ...SESSION_CASES, ...PROVIDER_CASES];
