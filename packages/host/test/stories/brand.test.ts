import { relative } from "node:path";
import { expect, test } from "vitest";
import { formatHelp } from "../../src/cli/help.ts";
import { createBrand } from "../../src/platform/brand.ts";
import { say } from "../harness.ts";
import { marker, startProject, type ProjectOptions } from "../harness/start-project.ts";

const RHO = createBrand({ name: "rho", configDir: ".rho" });

const files: NonNullable<ProjectOptions["files"]> = {
	"home/.rho/agent/extensions/user.ts": marker("user folder of the brand"),
	"work/.rho/extensions/project.ts": marker("project folder of the brand"),
	"home/.pi/agent/extensions/other.ts": marker("never: Pi's own user folder"),
	"work/.pi/extensions/other.ts": marker("never: Pi's own project folder"),
};

test("a rebranded host reads its own folders, keeps its sessions there and calls itself by its name (AD19)", async () => {
	const project = await startProject({ files, words: ["--approve"], brand: RHO, model: [say("ok")] });

	await project.prompt("who are you?");

	const { session } = await project.start();
	expect([
		await project.stored("marker"),
		relative(project.root, session.getSessionDir()).split("/").slice(0, 4),
		project.requests[0]?.prompt.startsWith("You are Rho,"),
	]).toEqual([
		["project folder of the brand", "user folder of the brand"],
		["home", ".rho", "agent", "sessions"],
		true,
	]);
});

test("the brand's own variables come before those of the family (AD19)", async () => {
	const project = await startProject({
		files: { "elsewhere/extensions/moved.ts": marker("moved") },
		env: { RHO_CODING_AGENT_DIR: "~/../elsewhere", PI_CODING_AGENT_DIR: "~/nowhere" },
		brand: RHO,
		model: [],
	});

	expect(await project.stored("marker")).toEqual(["moved"]);
});

test("help names the brand's command and folder, and no other (AD19)", () => {
	const help = formatHelp({ brand: RHO, extensionFlags: [], width: 100 });

	expect([/\brho\b/.test(help), /\.rho\b/.test(help), /\btau\b/i.test(help), /\.pi\b/.test(help)]).toEqual([
		true,
		true,
		false,
		false,
	]);
});
