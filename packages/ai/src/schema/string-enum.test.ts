import { expect, expectTypeOf, test } from "vitest";
import { StringEnum } from "./string-enum.ts";

test("a choice is a plain string schema with its values", () => {
	const schema = StringEnum(["add", "remove"], { description: "What to do", default: "add" });
	expect(schema).toEqual({ type: "string", enum: ["add", "remove"], description: "What to do", default: "add" });
	expectTypeOf(schema.enum).toEqualTypeOf<("add" | "remove")[]>();
});
