import { expect, it } from "vitest";
import { ensureBuilt, loadConformance, tellLack } from "./installed-peer.ts";

interface TypeCheck {
	unexpectedTypeErrors(): string[];
}

const conformance = await loadConformance<TypeCheck>("type-check");

// The compiler reads all examples and Tau's types: ten seconds, a multiple of that on a machine under load.
const PATIENCE = 300_000;

tellLack("the types of the peer's examples were", conformance);

it.each(conformance.peerInstalled() ? ["the types of the build"] : [])(
	"the peer's examples type-check unmodified against %s, but for those with a reason",
	() => {
		ensureBuilt(conformance);
		expect(conformance.unexpectedTypeErrors()).toEqual([]);
	},
	PATIENCE,
);
