import { HookRuntime } from "../../src/extensions/hooks/hook-runtime.ts";

/*
 * Run by process-exit.test.ts: the handler waits for a timer that does not keep the process alive. Afterwards nothing
 * does, so the process ends by itself.
 */
const runtime = new HookRuntime({ report: () => undefined });
const owner = runtime.owners.add(
	"a",
	runtime.beginGeneration(() => ({}) as never),
);
const handler = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 20).unref());
runtime.handlers.on(owner, { event: "agent_start", handler });
void runtime.dispatcher.notify("agent_start", { type: "agent_start" })?.then(() => console.log("answered"));
