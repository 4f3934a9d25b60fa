import { expect, test } from "vitest";
import { createHome } from "./support/home.ts";
import { closedPort, startModel, type Answer, type Turn } from "./support/model-server.ts";
import { sessionFiles, transcriptOf } from "./support/read-session.ts";
import { runTau } from "./support/run-tau.ts";

/** Nothing is tried again by itself, so that the first failure is the one that is told. */
const ONCE = { retry: { enabled: false } };
/** A silent model is not waited for much longer than a busy machine may take to answer. */
const IMPATIENT = { retry: { ...ONCE.retry, provider: { timeoutMs: 1000 } } };

/** Sends half an answer, then nothing but signs of life that say nothing. */
function commentsOnly({ response, send }: Answer): void {
	send({ content: "half an " });
	const timer = setInterval(() => response.write(": still here\n\n"), 50);
	response.on("close", () => clearInterval(timer));
}

const BREAKS_OFF: Turn = {
	play: ({ response, send }) => {
		send({ content: "half an " });
		response.end();
	},
};

interface Failure {
	readonly what: string;
	readonly turn: Turn;
	/** On stderr, behind provider and base URL. */
	readonly line: string;
	/** What arrived before. */
	readonly text?: string;
	readonly settings?: object;
}

const failures: Failure[] = [
	{
		what: "a wrong key, which is not shown",
		turn: { status: 401, body: { error: { message: "Incorrect API key provided: secret-key" } } },
		line: 'answered 401: Incorrect API key provided: ***. Check the API key of provider "fake".',
	},
	{
		what: "too many requests, with the time to wait",
		turn: { status: 429, headers: { "retry-after": "7" }, body: { error: { message: "slow down" } } },
		line: "answered 429: slow down. Try again in 7 s.",
	},
	{
		what: "a failure of the server",
		turn: { status: 500, body: { error: { message: "boom" } } },
		line: "answered 500: boom. Try again later.",
	},
	{
		what: "a web page with status 502",
		turn: { status: 502, body: "<!doctype html><title>Bad gateway</title>" },
		line: "answered 502: the answer is an HTML page. Try again later.",
	},
	{
		what: "a web page instead of an answer",
		turn: { status: 200, body: "<!doctype html><p>Please sign in" },
		line: "answered 200 with an HTML page instead of an event stream. Check that the base URL serves the openai-completions API.",
	},
	{
		what: "success by status with an error in it",
		turn: { status: 200, body: { error: { message: "no such deployment", type: "invalid_request_error" } } },
		line: 'answered 200 with an error: no such deployment. Check the settings of model "one".',
	},
	{
		what: "events that are no JSON",
		turn: { play: ({ response }) => response.end("data: <html>\n\n") },
		line: "sent an event that is not JSON: <html>. Try again.",
	},
	{
		what: "a stream that ends in the middle",
		turn: BREAKS_OFF,
		line: "failed: the stream was cut before the answer was complete. Try again.",
		text: "half an ",
	},
	{
		what: "a connection that is lost in the middle",
		turn: {
			play: ({ response, send }) => {
				send({ content: "half an " });
				response.socket?.end();
			},
		},
		line: 'lost the connection (UND_ERR_SOCKET). Check the network and the base URL of provider "fake".',
		text: "half an ",
	},
	{
		what: "a stream that falls silent",
		turn: { play: ({ send }) => send({ content: "half an " }) },
		line: "stopped sending for 1 s. Try again, or allow a longer timeout.",
		text: "half an ",
		settings: IMPATIENT,
	},
	{
		what: "PC-54: a stream that goes on with comments only",
		turn: { play: commentsOnly },
		line: "stopped sending for 1 s. Try again, or allow a longer timeout.",
		text: "half an ",
		settings: IMPATIENT,
	},
];

test.concurrent.each(failures)(
	"$what: one line says what and what to do; what was said is kept",
	async ({ turn, line, text = "", settings = ONCE }) => {
		const model = await startModel(turn);
		const home = createHome({ ...model, settings });
		const outcome = await runTau(home, ["-p", "hi"]);

		expect([outcome, sessionFiles(home.agentDir).map(transcriptOf)]).toEqual([
			{ code: 1, stdout: text === "" ? "" : `${text}\n`, stderr: `fake at ${model.baseUrl} ${line}\n` },
			[["user: hi", `assistant: ${text}`]],
		]);
	},
);

test.concurrent("a session whose last answer broke off goes on, and the model is not sent the half of it", async () => {
	const model = await startModel(BREAKS_OFF, { text: "Now." });
	const home = createHome({ ...model, settings: ONCE });
	await runTau(home, ["-p", "hi"]);
	const again = await runTau(home, ["-p", "-c", "again"]);

	expect([again, model.requests.map(({ body }) => body.messages.slice(1).map(({ role }) => role))]).toEqual([
		{ code: 0, stdout: "Now.\n", stderr: "" },
		[["user"], ["user", "user"]],
	]);
});

test.concurrent("PC-54: a stream that fell silent is tried again, and the second answer counts", async () => {
	const model = await startModel({ play: commentsOnly }, { text: "Whole." });
	const settings = { retry: { baseDelayMs: 1, provider: { timeoutMs: 1000 } } };
	const { code, stdout } = await runTau(createHome({ ...model, settings }), ["-p", "hi"]);

	expect([code, stdout, model.requests.length]).toEqual([0, "Whole.\n", 2]);
});

test.concurrent("a model that cannot be reached is named with its address", async () => {
	const baseUrl = await closedPort();
	const home = createHome({ baseUrl, settings: ONCE });

	expect(await runTau(home, ["-p", "hi"])).toEqual({
		code: 1,
		stdout: "",
		stderr: `fake at ${baseUrl} could not be reached (ECONNREFUSED). Check the network and the base URL of provider "fake".\n`,
	});
});
