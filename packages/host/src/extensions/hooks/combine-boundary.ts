import { isRecord } from "../../base/is-record.ts";
import type { BoundaryDraft, BoundaryPreview } from "../../extension-api/events/turn-events.ts";
import type { HookEvent, HookNameOfKind } from "../../extension-api/hook-table.ts";
import { type Course, startCourse } from "./course.ts";
import type { ExtensionOwner } from "./owner.ts";

export type BoundaryName = HookNameOfKind<"boundary">;

/** What the next request would see with these drafts. Throws for drafts that cannot be committed. */
export type BuildContext = (entries: readonly BoundaryDraft[]) => BoundaryPreview;

/** A boundary event before anybody proposed anything. */
export type BoundaryStart<K extends BoundaryName> = Omit<HookEvent<K>, "context" | "entries" | "continue">;

/** What the handlers proposed, and who is to be told if committing it fails. */
export interface BoundaryProposal {
	entries: BoundaryDraft[];
	continue: boolean;
	entriesBy: ExtensionOwner | undefined;
	continueBy: ExtensionOwner | undefined;
}

export interface BoundaryCourse<K extends BoundaryName = BoundaryName> extends Course<K> {
	readonly start: BoundaryStart<K>;
	readonly proposal: BoundaryProposal;
	readonly buildContext: BuildContext;
	/** The preview of the proposal; unset until somebody reads or changes it. */
	preview: BoundaryPreview | undefined;
}

export function startBoundary<K extends BoundaryName>(
	start: BoundaryStart<K>,
	buildContext: BuildContext,
): BoundaryCourse<K> {
	const proposal = { entries: [], continue: false, entriesBy: undefined, continueBy: undefined };
	const course = { ...startCourse<K>(start as HookEvent<K>), start, proposal, buildContext, preview: undefined };
	showProposal(course);
	return course;
}

/** E20: given fields replace those of the proposal (TRAP16, TRAP19), and the next handler sees a preview of it. */
export function foldBoundary(course: Course<BoundaryName>, answer: unknown, owner: ExtensionOwner): void {
	const boundary = course as BoundaryCourse;
	try {
		if (isRecord(answer)) propose(boundary, answer, owner);
	} finally {
		showProposal(boundary);
	}
}

function propose(course: BoundaryCourse, answer: Record<string, unknown>, owner: ExtensionOwner): void {
	const { proposal, buildContext } = course;
	const { entries, continue: goOn } = answer;
	if (goOn !== undefined && typeof goOn !== "boolean") throw new TypeError("continue must be true or false");
	if (entries !== undefined) {
		const drafts = readDrafts(entries);
		// Throws before anything is taken over, so that a bad proposal leaves the earlier one as it was (TRAP18).
		course.preview = buildContext(drafts);
		proposal.entries = drafts;
		proposal.entriesBy = owner;
	}
	if (goOn === undefined) return;
	proposal.continue = goOn;
	proposal.continueBy = owner;
}

/** A new event each time, so that editing one in place proposes nothing. */
function showProposal<K extends BoundaryName>(course: BoundaryCourse<K>): void {
	const { start, proposal } = course;
	const event = { ...start, entries: [...proposal.entries], continue: proposal.continue };
	// Built when it is read: most handlers do not, and a preview projects the whole context.
	Object.defineProperty(event, "context", {
		enumerable: true,
		get: () => (course.preview ??= course.buildContext(proposal.entries)),
	});
	// The types do not see the property defined above.
	course.event = event as unknown as HookEvent<K>;
}

/** AD6. B19 rejects other types too, instead of dropping them. */
const DRAFT_TYPES = ["custom", "custom_message", "context_edit", "compaction"];

function readDrafts(entries: unknown): BoundaryDraft[] {
	if (!Array.isArray(entries)) throw new TypeError("entries must be a list of drafts");
	for (const entry of entries) {
		const type: unknown = isRecord(entry) ? entry["type"] : undefined;
		if (typeof type === "string" && DRAFT_TYPES.includes(type)) continue;
		throw new TypeError(`a draft must have one of the types ${DRAFT_TYPES.join(", ")}`);
	}
	return [...(entries as BoundaryDraft[])];
}
