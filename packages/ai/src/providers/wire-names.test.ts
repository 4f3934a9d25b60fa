import { expect, test } from "vitest";
import type { StreamEvent } from "../contract/stream-event.ts";
import type { WireReader } from "../stream/wire-reader.ts";
import { WireNames } from "./wire-names.ts";

const LONG = `mcp__${"long_".repeat(14)}`;

function reader(...events: StreamEvent[]): WireReader {
	return { terminator: undefined, complete: true, ended: false, read: () => events, finish: () => events };
}

test("acceptable names stay, others get a stand-in of their own, and made-up names are accepted", () => {
	const names = new WireNames(["my.tool", "my_tool", "read", `${LONG}a`, `${LONG}b`, ""].map((name) => ({ name })));
	expect(
		["my_tool", "my.tool", "read", `${LONG}a`, `${LONG}b`, "", "functions.x"].map((name) => names.toWire(name)),
	).toEqual(["my_tool", "my_tool_2", "read", LONG.slice(0, 64), `${LONG.slice(0, 62)}_2`, "unnamed", "functions_x"]);
});

test("calls in the answer have the names that the tools really have", () => {
	const names = new WireNames([{ name: "my.tool" }, { name: "read" }]);
	const call = (name: string): StreamEvent => ({ type: "tool_call", id: "1", name });
	const restored = names.restoreIn(
		reader(call("my_tool"), call("read"), { type: "tool_call", id: "1", arguments: "{}" }),
	);
	const expected = [call("my.tool"), call("read"), { type: "tool_call", id: "1", arguments: "{}" }];
	expect([restored.read({}), restored.finish({ terminated: true }), restored.complete, restored.ended]).toEqual([
		expected,
		expected,
		true,
		false,
	]);
});

test("where all names are acceptable the reader stays as it is", () => {
	const plain = reader();
	expect(new WireNames([{ name: "read" }]).restoreIn(plain)).toBe(plain);
});
