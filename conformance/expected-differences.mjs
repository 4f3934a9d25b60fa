// Scenarios in which Tau does something else on purpose; each reason stands in docs/differences.md.
const EXPECTED_DIFFERENCES = {
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

/** Generated cases: what their names have in common, and why. */
const EXPECTED_FAMILIES = [
	[/^tool_call: (throw|reject)/, "the refusal names the extension first"],
	[/^tool_execution_start: (answer, )?mutate/, "the model is shown the call that it made"],
	[/^before_provider_request: (answer, )?bad/, "an answer that is no request leaves the request as it was"],
	[/^(turn_end|agent_before_settle): ((answer, )?bad|no list)/, "an answer that is no proposal changes nothing"],
];

/** The reason why Tau differs in a scenario, or undefined when it must not. */
export function expectedDifference(name) {
	return EXPECTED_DIFFERENCES[name] ?? EXPECTED_FAMILIES.find(([names]) => names.test(name))?.[1];
}
