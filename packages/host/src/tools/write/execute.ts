import { dirname } from "node:path";
import type { AgentToolResult } from "@tau/agent";
import type { WriteToolInput } from "../../extension-api/builtin-tool-types.ts";
import type { WriteOperations } from "../../extension-api/tool-operations.ts";
import { textResult } from "../builtin-tool.ts";
import { fileFailure } from "../file-failure.ts";
import { withFileMutationQueue } from "../file-mutation-queue.ts";
import { type ExistsTest, resolveNewPath } from "../tool-path.ts";

export interface WriteCall {
	input: WriteToolInput;
	cwd: string;
	operations: WriteOperations;
	exists: ExistsTest;
}

/** Creates or replaces a file, with its parent folders (BT04). */
export async function write(
	{ input, cwd, operations, exists }: WriteCall,
	signal: AbortSignal | undefined,
): Promise<AgentToolResult<undefined>> {
	signal?.throwIfAborted();
	const path = await resolveNewPath(input.path, cwd, exists);
	return await withFileMutationQueue(path, async () => {
		signal?.throwIfAborted();
		try {
			await operations.mkdir(dirname(path));
			await operations.writeFile(path, input.content);
		} catch (error) {
			throw fileFailure("write", path, error);
		}
		return textResult(`Successfully wrote to ${input.path}`, undefined);
	});
}
