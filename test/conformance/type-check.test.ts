import { expect, it } from "vitest";

interface TypeCheck {
	typesBuilt(): boolean;
	unexpectedTypeErrors(): string[];
}

interface Programs {
	peerInstalled(): boolean;
}

const load = async <T>(name: string): Promise<T> =>
	(await import(/* @vite-ignore */ new URL(`../../conformance/${name}.mjs`, import.meta.url).href)) as T;
const { typesBuilt, unexpectedTypeErrors } = await load<TypeCheck>("type-check");
const installed = (await load<Programs>("programs")).peerInstalled();

// The compiler reads all examples and Tau's types: ten seconds, a multiple of that on a machine under load.
const PATIENCE = 300_000;

it.each(installed ? ["the types of the build"] : [])(
	"the peer's examples type-check unmodified against %s, but for those with a reason",
	() => {
		expect(typesBuilt()).toBe(true);
		expect(unexpectedTypeErrors()).toEqual([]);
	},
	PATIENCE,
);
