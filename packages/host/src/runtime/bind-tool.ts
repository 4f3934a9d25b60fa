import type { AgentTool } from "@tau/agent";
import type { RegisteredTool } from "../extension-api/tool.ts";
import { createToolContext } from "../extensions/create-context.ts";
import type { ExtensionHost } from "../extensions/extension-host.ts";
import type { HookRuntime } from "../extensions/hooks/hook-runtime.ts";
import type { NestedCalls } from "./nested-calls.ts";

/** Milliseconds that an aborted tool has to end by itself: programs get five seconds between TERM and KILL (BT06). */
const ABORT_GRACE = 6000;

export interface BindToolParts {
	readonly hooks: HookRuntime;
	readonly extensions: ExtensionHost;
	readonly nested: NestedCalls;
}

/** Makes a definition runnable: it gets its context, and code of an extension runs inside the fence. */
export function bindTool({ hooks, extensions, nested }: BindToolParts, { definition }: RegisteredTool): AgentTool {
	const { name, label, description, parameters, constrainedSampling, prepareArguments, outputSchema, executionMode } =
		definition;
	const record = extensions.contributions.toolOwner(name);
	const source = record ? extensions.handleSource(record) : extensions.builtinSource();
	return {
		name,
		label,
		description,
		parameters,
		...(constrainedSampling !== undefined && { constrainedSampling }),
		...(prepareArguments && {
			prepareArguments: (raw) => {
				const call = { event: `prepareArguments:${name}`, silent: true };
				const prepared = hooks.fence.call(source.owner, call, () => prepareArguments.call(definition, raw));
				if (prepared instanceof Promise) throw new TypeError("prepareArguments gave a promise");
				if (!prepared.ok) throw new Error(prepared.fault.error);
				return prepared.value;
			},
		}),
		...(outputSchema && { outputSchema }),
		...(executionMode && { executionMode }),
		// oxlint-disable-next-line eslint/max-params -- the published contract of tools
		execute: async (toolCallId, params, signal, onUpdate) => {
			nested.begin(toolCallId, signal);
			try {
				const context = createToolContext(source, toolCallId);
				// A failure is the tool's result, not a fault of the extension system.
				const call = { event: `tool:${name}`, silent: true, grace: ABORT_GRACE };
				const outcome = await hooks.fence.call(source.owner, call, () =>
					definition.execute(toolCallId, params, signal, onUpdate, context),
				);
				if (outcome.ok) return nested.withNestedUsage(toolCallId, outcome.value);
				throw new Error(outcome.fault.error);
			} finally {
				nested.forget(toolCallId);
			}
		},
	};
}
