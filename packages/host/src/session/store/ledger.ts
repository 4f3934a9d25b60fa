import type { SessionFile } from "./session-file.ts";
import type { Findings } from "./scan-entries.ts";
import type { Skeleton } from "./skeleton.ts";

/** What is known of the file of a session. The parts of its store share one, and replace what turns out wrong. */
export interface Ledger {
	readonly file: SessionFile;
	index: Skeleton;
	findings: Findings;
	/** Another program left damage at the end, whose line only reading the whole file tells. */
	hasUnnumberedDamage: boolean;
	/** Lines by position that are not in the file yet. */
	readonly unwritten: Map<number, string>;
}
