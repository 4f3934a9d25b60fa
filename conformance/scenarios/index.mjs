import { COMPACTION } from "./compaction.mjs";
import { LOOP } from "./loop.mjs";
import { RECOVERY } from "./recovery.mjs";
import { REGISTRATION } from "./registration.mjs";
import { TOOLS } from "./tools.mjs";

export const SCENARIOS = [...LOOP, ...TOOLS, ...REGISTRATION, ...RECOVERY, ...COMPACTION];
