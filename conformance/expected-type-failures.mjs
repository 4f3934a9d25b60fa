const TERMINAL = "names and types of the terminal";
const PROVIDERS = "generic Model, Api and the types of sign-in";

/** Examples that do not type-check against Tau yet, and what they wait for. */
export const EXPECTED_TYPE_FAILURES = {
	"border-status-editor": TERMINAL,
	"custom-footer": TERMINAL,
	"doom-overlay": TERMINAL,
	handoff: TERMINAL,
	"interactive-shell": TERMINAL,
	"overlay-qa-tests": TERMINAL,
	preset: `${TERMINAL}; ${PROVIDERS}`,
	qna: TERMINAL,
	question: TERMINAL,
	questionnaire: TERMINAL,
	snake: TERMINAL,
	"space-invaders": TERMINAL,
	summarize: `${TERMINAL}; options of a provider in complete()`,
	"tic-tac-toe": TERMINAL,
	todo: TERMINAL,
	tools: TERMINAL,
	"custom-provider-anthropic": PROVIDERS,
	"custom-provider-gitlab-duo": PROVIDERS,
	"jev-router": "the registry's classify()",
	hello: "Type of the ai package, which the peer's own declarations lack too",
	gondolin: "its package is not installed",
	"with-deps": "the declarations of its package are not installed",
};
