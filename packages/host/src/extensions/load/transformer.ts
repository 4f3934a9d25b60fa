import { createRequire } from "node:module";

/** The part of oxc-transform in use. */
export type Transformer = typeof import("oxc-transform");

/** The pinned version of oxc-transform: part of the pack's key, so that another version's output is never reused. */
export const TRANSFORMER_VERSION: string = "0.151.0";

let loaded: Transformer | undefined;

/** Thrown while modules are linked, when a file must be transformed and the transformer is not in memory yet. */
export class TransformerNeeded extends Error {}

/** The transformer costs 9 ms to import: a start whose files are all in the pack never does. */
export async function loadTransformer(): Promise<void> {
	loaded ??= await import("oxc-transform");
}

export function transformerInMemory(): Transformer {
	if (loaded === undefined) throw new TransformerNeeded();
	return loaded;
}

/** For `require()` of a file nobody could foresee (a computed name), which cannot wait. */
export function loadTransformerNow(): void {
	loaded ??= createRequire(import.meta.url ?? process.argv[1])("oxc-transform") as Transformer;
}
