import type { AgentMessage } from "@tau/agent";
import { clampThinkingLevel, type AssistantMessage, type Message, type Model, type ThinkingLevel } from "@tau/ai";
import {
	isVirtualModel,
	VIRTUAL_MODEL_STATE_ENTRY,
	type ModelRouteRequest,
	type VirtualModelStateData,
} from "../../models/virtual-model.ts";
import type { EntryDraft } from "../../session/entry.ts";
import type { Session } from "../../session/session.ts";
import type { ModelAccess } from "../model-access.ts";
import { hasFailed, type Answer } from "./last-answer.ts";

export interface RouteParts {
	readonly access: ModelAccess;
	readonly session: Session;
	/** The response that the request repeats, when it is a retry. */
	lastAnswer(): Answer | undefined;
	append(draft: EntryDraft): unknown;
}

export interface Selection {
	readonly model: Model;
	readonly thinkingLevel: ThinkingLevel;
}

/**
 * The physical model and level of one request of the loop. New router state is stored before the request, so that it
 * stays when the request fails (TRAP109). Rejects when the router fails or names a model that cannot be used.
 */
export async function routeRequest(
	parts: RouteParts,
	selection: Selection,
	{ messages, signal }: { messages: readonly Message[]; signal?: AbortSignal | undefined },
): Promise<Selection> {
	const { access, session, append } = parts;
	const { provider, id: modelId } = selection.model;
	const state = storedState(session, selection.model);
	const route = await access.route(selection.model, {
		...selection,
		...reasonOf(parts),
		...(state !== undefined && { state }),
		messages,
		...(signal && { signal }),
	});
	if (route.state !== undefined && route.state !== state) {
		const data: VirtualModelStateData = { provider, modelId, state: route.state };
		append({ type: "custom", customType: VIRTUAL_MODEL_STATE_ENTRY, data });
	}
	return { model: route.model, thinkingLevel: clampThinkingLevel(route.model, route.thinkingLevel) };
}

type Reason = Pick<ModelRouteRequest, "reason" | "previous" | "failed">;

function reasonOf({ access, session, lastAnswer }: RouteParts): Reason {
	const transcript = session.buildSessionContext().messages;
	const success = transcript.findLast((message) => message.role === "assistant" && !hasFailed(message));
	const previous = success?.role === "assistant" ? dispatchOf(access, success) : undefined;
	const last = lastAnswer();
	const known = previous ? { previous } : {};
	if (last && hasFailed(last.message)) {
		const failed = dispatchOf(access, last.message);
		return { reason: "retry", ...known, ...(failed && { failed: { ...failed, message: last.message } }) };
	}
	return { reason: followsUser(transcript) ? "user" : "continuation", ...known };
}

/** The physical model that a response names; a failed routing leaves the virtual one there. */
function dispatchOf(
	access: ModelAccess,
	message: AssistantMessage,
): { model: Model; thinkingLevel?: ThinkingLevel } | undefined {
	const model = access.find(message.provider, message.model);
	if (!model || isVirtualModel(model)) return undefined;
	return { model, ...(message.thinkingLevel !== undefined && { thinkingLevel: message.thinkingLevel }) };
}

/** Whether a message that the user wrote came after the last response. */
function followsUser(transcript: readonly AgentMessage[]): boolean {
	for (const { role } of transcript.toReversed()) {
		if (role === "user") return true;
		if (role === "assistant") return false;
	}
	return false;
}

function storedState(session: Session, { provider, id }: Model): unknown {
	const isOurs = (data: Partial<VirtualModelStateData> | undefined): boolean =>
		data?.provider === provider && data.modelId === id;
	const entry = session.findLastOnBranch(
		"custom",
		({ customType, data }) =>
			customType === VIRTUAL_MODEL_STATE_ENTRY && isOurs(data as Partial<VirtualModelStateData> | undefined),
	);
	return (entry?.data as VirtualModelStateData | undefined)?.state;
}
