/** What a host needs to run turns: the loop, the one path to tools and the queues. Loaded when Tau starts. */
export { prepareCall, runCall, type PreparedCall, type ToolCallHost, type ToolCallRequest } from "./loop/call-tool.ts";
export { runLoop } from "./loop/run-loop.ts";
export { validateArguments, type ValidatedArguments } from "./loop/validate-arguments.ts";
export { MessageQueue, type QueueMode } from "./message-queue.ts";
