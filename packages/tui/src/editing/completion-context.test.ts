import { expect, test } from "vitest";
import { createBuffer } from "./buffer.ts";
import { completionContext } from "./completion-context.ts";

test("completionContext finds slash commands at the start of a message and words that begin with a trigger", () => {
	const texts = [
		"/",
		"/mod",
		"  /mod",
		"/mod el",
		"a /mod",
		"x\n/mod",
		"\n/mod",
		"@",
		"see @src/a",
		"see x@y",
		"#12",
		"$v",
		"plain",
		"",
	];
	expect(Object.fromEntries(texts.map((text) => [text, completionContext(createBuffer(text), ["@", "#"])]))).toEqual({
		"/": "command",
		"/mod": "command",
		"  /mod": "command",
		"/mod el": "arguments",
		"a /mod": "none",
		"x\n/mod": "none",
		"\n/mod": "command",
		"@": "word",
		"see @src/a": "word",
		"see x@y": "none",
		"#12": "word",
		$v: "none",
		plain: "none",
		"": "none",
	});
});
