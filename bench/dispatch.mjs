// Cost of asking extensions, from source: node bench/dispatch.mjs
import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../packages/host/test/hooks/dispatch-bench.ts", import.meta.url));
const { status } = spawnSync(process.execPath, ["--conditions=source", "--import", "tsx", program], {
	stdio: "inherit",
});
process.exitCode = status ?? 1;
