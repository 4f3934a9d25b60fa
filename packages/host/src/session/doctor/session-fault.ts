/** Something wrong in a session file. Lines count from 1. */
export type SessionFault =
	| { readonly type: "damaged_header"; readonly line: number; readonly bytes: number }
	/** Half a record at the end, as a killed program leaves it. */
	| { readonly type: "torn_tail"; readonly line: number; readonly bytes: number }
	/** The last line lacks its end; the line itself is whole. */
	| { readonly type: "no_line_end"; readonly line: number }
	/** Not an entry, whatever it was. */
	| { readonly type: "broken_line"; readonly line: number; readonly bytes: number }
	/** NUL bytes before an entry, as a crash of the machine leaves them. */
	| { readonly type: "padding"; readonly line: number; readonly bytes: number }
	/** The same entry once more, byte for byte. */
	| { readonly type: "repeated_entry"; readonly line: number; readonly id: string }
	/** Another entry under an id that is taken. */
	| { readonly type: "duplicate_id"; readonly line: number; readonly id: string }
	| { readonly type: "missing_parent"; readonly line: number; readonly id: string; readonly parentId: string }
	/** A label, an edit or a compaction names an entry that is not there. It has no effect and stays. */
	| { readonly type: "missing_target"; readonly line: number; readonly id: string; readonly targetId: string }
	| { readonly type: "old_version"; readonly version: number };

/** Whether a repair changes something about it. */
export function isRepairable({ type }: SessionFault): boolean {
	return type !== "missing_target" && type !== "old_version";
}
