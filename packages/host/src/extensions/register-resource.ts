import { dirname, resolve } from "node:path";
import type {
	PromptRegistration,
	RegisteredResource,
	RegisteredResourceKind,
} from "../extension-api/registered-resource.ts";
import type { ExtensionRecord } from "./extension-record.ts";

/** Stores a skill, rule or template of an extension; its own second one of a name replaces the first (API25). */
export function registerResource(
	record: ExtensionRecord,
	kind: RegisteredResourceKind,
	registration: PromptRegistration,
): void {
	const problem = findProblem(registration);
	if (problem !== undefined) throw new TypeError(`A ${kind} of an extension ${problem}`);
	const { name, description, argumentHint, filePath, content } = registration;
	const baseDir = dirname(record.resolvedPath);
	const resource: RegisteredResource = {
		kind,
		name,
		baseDir,
		sourceInfo: record.sourceInfo,
		...(description !== undefined && { description }),
		...(argumentHint !== undefined && { argumentHint }),
		...(filePath !== undefined && { filePath: resolve(baseDir, filePath) }),
		...(content !== undefined && { content }),
	};
	record.resources.set(`${kind}:${name}`, resource);
}

/** What is wrong with it; extensions are JavaScript. */
function findProblem(registration: Partial<Record<keyof PromptRegistration, unknown>> | null): string | undefined {
	if (registration === null || typeof registration !== "object") return "must be an object";
	const { name, filePath, content } = registration;
	if (typeof name !== "string" || !/^\S+$/.test(name)) return "needs a name without blanks";
	const given = [filePath, content].filter((value) => value !== undefined);
	if (given.length !== 1 || typeof given[0] !== "string") return `"${name}" needs either filePath or content`;
	return undefined;
}
