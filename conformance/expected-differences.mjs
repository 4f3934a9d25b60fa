// Scenarios in which Tau does something else on purpose; each reason stands in docs/differences.md.
export const EXPECTED_DIFFERENCES = {
	"a throwing guard blocks (PC-18)": "the refusal names the extension first",
	"context keeps the last message only (TRAP46)": "a tool result without its call is not sent",
	"abort in tool_call (TRAP39)": "after an abort no further handler of the gate is asked",
	"follow-up sent from agent_end (TRAP65)": "an event that a handler causes is told after the event being told",
};
