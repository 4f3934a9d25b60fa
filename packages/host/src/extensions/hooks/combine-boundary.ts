import { isRecord } from "../../base/is-record.ts";
import type { BoundaryDraft, BoundaryPreview, BoundaryResult } from "../../extension-api/events/turn-events.ts";
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
	/** Whether it was reported that the entries cannot be committed. */
	faultKnown: boolean;
}

export interface BoundaryCourse<K extends BoundaryName = BoundaryName> extends Course<K> {
	readonly start: BoundaryStart<K>;
	readonly proposal: BoundaryProposal;
	readonly buildContext: BuildContext;
	/** The last entries that could be committed: what previews show. */
	sound: readonly BoundaryDraft[];
	/** The list in the event under way. A handler that changes it proposes what it then holds. */
	handed: BoundaryDraft[];
}

export function startBoundary<K extends BoundaryName>(
	start: BoundaryStart<K>,
	buildContext: BuildContext,
): BoundaryCourse<K> {
	const proposal: BoundaryProposal = {
		entries: [],
		continue: false,
		entriesBy: undefined,
		continueBy: undefined,
		faultKnown: false,
	};
	const event = start as HookEvent<K>;
	const course = { ...startCourse<K>(event), start, proposal, buildContext, sound: [], handed: [] };
	showProposal(course);
	return course;
}

/**
 * E20: given fields replace those of the proposal (TRAP16, TRAP19), and the next handler sees it with a preview. Entries
 * that cannot be committed are reported at once and stay the proposal, which a later handler may still mend; what is no
 * proposal at all changes nothing.
 */
export function foldBoundary(course: Course<BoundaryName>, answer: unknown, owner: ExtensionOwner): void {
	const boundary = course as BoundaryCourse;
	try {
		propose(boundary, readAnswer(answer), owner);
	} finally {
		showProposal(boundary);
	}
}

/** The proposal stays what it was before the handler was asked. */
export function leaveBoundary(course: Course<BoundaryName>): void {
	showProposal(course as BoundaryCourse);
}

/** What was proposed in the end. A last handler that failed has still changed the list it was handed. */
export function concludeBoundary({ proposal, handed }: BoundaryCourse): BoundaryProposal {
	if (!differ(handed, proposal.entries)) return proposal;
	return { ...proposal, entries: [...handed], entriesBy: undefined, faultKnown: false };
}

/** Throws for entries that cannot be committed; nothing of a proposal with such an entry is (TRAP18). */
export function checkDrafts(entries: readonly BoundaryDraft[], buildContext: BuildContext): void {
	// B19: an entry of another type is not dropped, it rejects the proposal as well.
	if (!entries.every((draft: unknown) => isRecord(draft) && DRAFT_TYPES.has(draft["type"]))) {
		throw new TypeError(`a draft must have one of the types ${[...DRAFT_TYPES].join(", ")}`);
	}
	buildContext(entries);
}

/** AD6. */
const DRAFT_TYPES: ReadonlySet<unknown> = new Set(["custom", "custom_message", "context_edit", "compaction"]);

function propose(course: BoundaryCourse, answer: BoundaryResult, owner: ExtensionOwner): void {
	const { proposal, handed, buildContext } = course;
	if (answer.continue !== undefined) {
		proposal.continue = answer.continue;
		proposal.continueBy = owner;
	}
	const entries = answer.entries ?? handed;
	if (!differ(entries, proposal.entries)) return;
	proposal.entries = [...entries];
	proposal.entriesBy = owner;
	proposal.faultKnown = true;
	checkDrafts(proposal.entries, buildContext);
	proposal.faultKnown = false;
	course.sound = proposal.entries;
}

/** Handlers that change single drafts in place are seen when the proposal is committed. */
function differ(left: readonly BoundaryDraft[], right: readonly BoundaryDraft[]): boolean {
	return left.length !== right.length || left.some((draft, index) => draft !== right[index]);
}

/** What is no object is what an arrow function happened to return. */
function readAnswer(answer: unknown): BoundaryResult {
	if (!isRecord(answer)) return {};
	const { entries, continue: goOn } = answer;
	if (goOn !== undefined && typeof goOn !== "boolean") throw new TypeError("continue must be true or false");
	if (entries !== undefined && !(Array.isArray(entries) && entries.every(isRecord))) {
		throw new TypeError("entries must be a list of drafts");
	}
	return answer as BoundaryResult;
}

/** A new event and a new list each time: what a handler does with its own once it has answered is too late. */
function showProposal<K extends BoundaryName>(course: BoundaryCourse<K>): void {
	const { start, proposal } = course;
	course.handed = [...proposal.entries];
	const event = { ...start, entries: course.handed, continue: proposal.continue };
	let preview: BoundaryPreview | undefined;
	// Built when it is read: most handlers do not, and a preview projects the whole context.
	Object.defineProperty(event, "context", { enumerable: true, get: () => (preview ??= buildPreview(course)) });
	// The types do not see the property defined above.
	course.event = event as unknown as HookEvent<K>;
}

function buildPreview({ buildContext, sound }: BoundaryCourse): BoundaryPreview {
	try {
		return buildContext(sound);
	} catch {
		// Somebody changed a draft in place. Not the fault of who looks; it is told when the proposal is committed.
		return buildContext([]);
	}
}
