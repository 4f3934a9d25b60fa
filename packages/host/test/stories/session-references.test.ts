import { expect, test } from "vitest";
import { say } from "../harness.ts";
import { startProject } from "../harness/start-project.ts";

/** Written for Grip: sessions have references, and `setup` gets a session. */
const GRIP = `
import { LocalSessionManager } from "@greppleai/grip";
const told = (globalThis.referencesTold ??= []);
const names = (event) => [event.type, event.reason, event.previousSessionReference, event.previousSessionFile, event.targetSessionReference, event.targetSessionFile];
export default (pi) => {
	for (const name of ["session_start", "session_before_switch", "session_shutdown"]) pi.on(name, (event) => void told.push(names(event)));
	pi.on("session_start", (_event, ctx) => void told.push(["own", ctx.session.getSessionReference()]));
	pi.registerCommand("new", {
		handler: async (_args, ctx) => {
			const { session, sessionManager } = ctx;
			const same = session === sessionManager && session.getSessionReference() === sessionManager.getSessionFile();
			await ctx.newSession({
				parentSession: session.getSessionReference(),
				setup: async (next) => {
					next.appendMessage({ role: "user", content: [{ type: "text", text: "from before" }], timestamp: 1 });
				},
				withSession: async (next) => {
					const [entry] = next.session.getEntries();
					told.push(["with", same, next.session.getHeader().parentSession, entry.message.content[0].text]);
				},
			});
		},
	});
	pi.registerCommand("back", {
		handler: async (_args, ctx) => {
			const own = ctx.session.getSessionReference();
			const listed = await new LocalSessionManager({ cwd: ctx.cwd, sessionDir: ctx.session.getSessionDir() }).list();
			await ctx.switchSession(listed.find(({ reference }) => reference !== own).reference);
		},
	});
};
`;

test("session events carry references, which open sessions again; both names of the session are one (Z06, C06)", async () => {
	const world = globalThis as { referencesTold?: unknown[][] };
	world.referencesTold = [];
	const project = await startProject({
		files: { "home/.pi/agent/extensions/grip.ts": GRIP },
		model: [say("first"), say("second")],
	});
	await project.prompt("hello");
	await project.prompt("/new");
	await project.prompt("again");
	await project.prompt("/back");

	const files = [...new Set(world.referencesTold.filter(([what]) => what === "own").map(([, file]) => file))];
	const [a, b] = ["<a>", "<b>"];
	const shown = world.referencesTold.map((line) =>
		line.map((word) => (word === undefined ? "-" : word === files[0] ? a : word === files[1] ? b : word)),
	);
	expect([shown, project.faults]).toEqual([
		[
			["session_start", "startup", "-", "-", "-", "-"],
			["own", a],
			["session_before_switch", "new", "-", "-", "-", "-"],
			["session_shutdown", "new", "-", "-", b, b],
			["session_start", "new", a, a, "-", "-"],
			["own", b],
			["with", true, a, "from before"],
			["session_before_switch", "resume", "-", "-", a, a],
			["session_shutdown", "resume", "-", "-", a, a],
			["session_start", "resume", b, b, "-", "-"],
			["own", a],
		],
		[],
	]);
});

test("a session that is not stored has no reference (Z06)", async () => {
	const world = globalThis as { referencesTold?: unknown[][] };
	world.referencesTold = [];
	const project = await startProject({
		files: {
			"home/.pi/agent/extensions/own.ts":
				'export default (pi) => { pi.on("session_start", (_event, ctx) => void globalThis.referencesTold.push([ctx.session.getSessionReference()])); };',
		},
		words: ["--no-session"],
		model: [],
	});
	await project.start();

	expect(world.referencesTold).toEqual([[undefined]]);
});
