import type { Generation } from "./generation.ts";

/** One loaded extension: whom a call into foreign code belongs to. */
export interface ExtensionOwner {
	/** Grows in load order over the life of the process and is never given twice; zero is nobody. */
	readonly id: number;
	/** As reports show it: a file, or a pseudo path such as `<inline:1>`. */
	readonly path: string;
	readonly generation: Generation;
}
