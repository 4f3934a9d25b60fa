// Scenarios in which Tau does something else on purpose; each reason stands in docs/differences.md.
export const EXPECTED_DIFFERENCES = {
	"a throwing guard blocks (PC-18)": "the refusal names the extension first",
	"context keeps the last message only (TRAP46)": "a tool result without its call is not sent",
	"abort in tool_call (TRAP39)": "after an abort no further handler of the gate is asked",
	"follow-up sent from agent_end (TRAP65)": "an event that a handler causes is told after the event being told",
	"abort while waiting for a retry": "a run that was aborted ends with exit code 1",
	"overflow with nothing to compact": "a request that did not fit is reported, with exit code 1",
	"overflow, compaction cancelled": "a request that did not fit is reported, with exit code 1",
	"overflow, no summary": "a request that did not fit is reported, with exit code 1",
	"an answer cut off early with nothing to compact (B49)": "what arrived is printed, with exit code 1",
	"invalid override of the model": "invalid settings are reported before a request is made",
	"an empty summary": "an empty summary is none",
};
