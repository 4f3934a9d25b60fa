import { type EditProblem, MOST_OCCURRENCES } from "./match-edits.ts";

/** What the model is told about an edit that does not apply; one edit needs no number. */
export function editProblem(problem: EditProblem, path: string, editCount: number): Error {
	const which = editCount === 1 ? "oldText" : `edits[${problem.editIndex}].oldText`;
	switch (problem.type) {
		case "empty":
			return new Error(`${which} must not be empty in ${path}.`);
		case "missing":
			return new Error(
				`Could not find ${which} in ${path}. It must match the file exactly, blanks and line breaks included.`,
			);
		case "ambiguous": {
			const count = problem.occurrences > MOST_OCCURRENCES ? `more than ${MOST_OCCURRENCES}` : problem.occurrences;
			return new Error(`Found ${count} occurrences of ${which} in ${path}. It must be unique: add lines around it.`);
		}
		case "overlap":
			return new Error(
				`edits[${problem.editIndex}] and edits[${problem.otherIndex}] overlap in ${path}. Merge them into one edit.`,
			);
	}
}
