import type { Generation } from "./generation.ts";
import type { ExtensionOwner } from "./owner.ts";

/** Hands out owners. The order of the calls is the load order, and with it the order of the handlers. */
export class OwnerTable {
	readonly #owners = new Map<number, ExtensionOwner>();
	#lastId = 0;

	add(path: string, generation: Generation): ExtensionOwner {
		this.#lastId += 1;
		const owner = { id: this.#lastId, path, generation };
		this.#owners.set(owner.id, owner);
		return owner;
	}

	/** Whom an id read from the shared memory stands for. */
	find(id: number): ExtensionOwner | undefined {
		return this.#owners.get(id);
	}

	forget(generation: Generation): void {
		for (const owner of this.#owners.values()) if (owner.generation === generation) this.#owners.delete(owner.id);
	}
}
