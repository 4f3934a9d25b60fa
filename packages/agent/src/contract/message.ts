import type { Message } from "@tau/ai";

/**
 * Roles that an application adds to the transcript, by declaration merging:
 * `declare module "@tau/agent" { interface CustomAgentMessages { note: NoteMessage } }`.
 */
// oxlint-disable-next-line typescript/no-empty-interface -- merged into by applications
export interface CustomAgentMessages {}

/** A message of the transcript. Only the four roles of `Message` are ever sent to a model. */
export type AgentMessage = Message | CustomAgentMessages[keyof CustomAgentMessages];
