import type { AgentToolResult } from "@tau/agent";
import type { EditToolDetails, EditToolInput } from "../../extension-api/builtin-tool-types.ts";
import { type EditFiles, exists } from "../backend-operations.ts";
import { textResult } from "../builtin-tool.ts";
import { fileFailure } from "../file-failure.ts";
import { withFileMutationQueue } from "../file-mutation-queue.ts";
import { resolveExistingPath } from "../tool-path.ts";
import { editProblem } from "./edit-problem.ts";
import { decodeFile, encodeFile, type FileText, toDisplayText, toFileText } from "./file-text.ts";
import { applyReplacements, matchEdits } from "./match-edits.ts";

export interface EditCall {
	input: EditToolInput;
	cwd: string;
	files: EditFiles;
}

/** Replaces pieces of a file; everything else keeps its bytes (BT03). All edits apply, or none. */
export async function edit(
	{ input, cwd, files }: EditCall,
	signal: AbortSignal | undefined,
): Promise<AgentToolResult<EditToolDetails>> {
	signal?.throwIfAborted();
	if (input.edits.length === 0)
		throw new Error(`No edits given for ${input.path}: edits must hold at least one replacement.`);
	const path = await resolveExistingPath(input.path, cwd, (candidate) => exists(files.access(candidate)));
	return await withFileMutationQueue(path, async () => {
		const before = await load(path, files);
		const after = editedText(before, input);
		// The last moment at which an abort leaves the file as it was.
		signal?.throwIfAborted();
		await store(path, after, files);
		const details = await describe(before, after, input.path);
		return textResult(`Successfully replaced ${input.edits.length} block(s) in ${input.path}.`, details);
	});
}

async function load(path: string, files: EditFiles): Promise<FileText> {
	try {
		await files.access(path);
		return decodeFile(await files.readFile(path));
	} catch (error) {
		throw fileFailure("edit", path, error);
	}
}

async function store(path: string, content: FileText, files: EditFiles): Promise<void> {
	try {
		await files.writeFile(path, encodeFile(content));
	} catch (error) {
		throw fileFailure("edit", path, error);
	}
}

function editedText(before: FileText, { path, edits }: EditToolInput): FileText {
	const wanted = edits.map(({ oldText, newText }) => ({
		oldText: toFileText(oldText, before),
		newText: toFileText(newText, before),
	}));
	const matched = matchEdits(before.text, wanted, before.encoding);
	if ("problem" in matched) throw editProblem(matched.problem, path, edits.length);
	const text = applyReplacements(before.text, matched.replacements);
	if (text === before.text) throw new Error(`No changes made to ${path}: the new text is identical to the old.`);
	return { ...before, text };
}

async function describe(before: FileText, after: FileText, path: string): Promise<EditToolDetails> {
	const { generateDiffString, generateUnifiedPatch } = await import("./edit-diff.ts");
	const [oldText, newText] = [toDisplayText(before.text, before), toDisplayText(after.text, after)];
	const { diff, firstChangedLine } = generateDiffString(oldText, newText);
	const patch = generateUnifiedPatch(path, before.mark + oldText, after.mark + newText);
	return { diff, patch, ...(firstChangedLine === undefined ? {} : { firstChangedLine }) };
}
