import { LOOP } from "./loop.mjs";
import { REGISTRATION } from "./registration.mjs";
import { TOOLS } from "./tools.mjs";

export const SCENARIOS = [...LOOP, ...TOOLS, ...REGISTRATION];
