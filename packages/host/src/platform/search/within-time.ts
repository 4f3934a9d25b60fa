import { createContext, Script } from "node:vm";

const context: { work?: () => unknown } = createContext({});
const script = new Script("work()");

/** Does synchronous work that JavaScript cannot interrupt, such as a search by a pattern; false when it took too long. */
export function withinTime(milliseconds: number, work: () => void): boolean {
	context.work = work;
	try {
		script.runInContext(context, { timeout: milliseconds });
		return true;
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code !== "ERR_SCRIPT_EXECUTION_TIMEOUT") throw error;
		return false;
	} finally {
		delete context.work;
	}
}
