import { realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Whether the module with this address is the one Node was started with. */
export function isMain(url) {
	return process.argv[1] !== undefined && realpathSync(process.argv[1]) === fileURLToPath(url);
}
