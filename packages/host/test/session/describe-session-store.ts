import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionEntry, SessionHeader } from "../../src/session/entry.ts";
import { allPositions } from "../../src/session/tree.ts";
import type { SessionStore } from "../../src/session/store/store.ts";
import { entry, header, idOf, sessionEntries, user } from "./entries.ts";

export interface StoreFactory {
	create(header: SessionHeader): SessionStore;
	/** The same session once more, after the first store was closed. */
	reopen(store: SessionStore): SessionStore;
}

/** What every store promises. */
export function describeSessionStore(name: string, factory: StoreFactory): void {
	describe(`${name}`, () => {
		test("entries read back as they were appended, one by one and all together", () => {
			fc.assert(
				fc.property(sessionEntries, (entries) => {
					const store = factory.create(header());
					for (const appended of entries) store.append(appended);
					expect(readAll(store)).toEqual(entries);
					expect(entries.map(({ id }) => store.read(id))).toEqual(entries);
					store.close();
				}),
				{ numRuns: 30 },
			);
		});

		test("the index knows id, parent and type of every entry before any is read", () => {
			fc.assert(
				fc.property(sessionEntries, (entries) => {
					const store = factory.create(header());
					store.appendAll(entries);
					const { index } = store;
					const known = allPositions(index).map((at) => [index.idAt(at), index.parentIdAt(at), index.typeAt(at)]);
					expect(known).toEqual(entries.map(({ id, parentId, type }) => [id, parentId, type]));
					store.close();
				}),
				{ numRuns: 30 },
			);
		});

		test("a reopened session has the same header and entries and goes on from there", () => {
			fc.assert(
				fc.property(sessionEntries, sessionEntries, (first, more) => {
					const later = more.map((appended) => ({ ...appended, id: `later-${appended.id}` }));
					const store = factory.create(header());
					store.appendAll([entry(99, null, { type: "message", message: user("hello") }), ...first]);
					store.close();
					const again = factory.reopen(store);
					expect([again.header, readAll(again).slice(1)]).toEqual([header(), first]);
					again.appendAll(later);
					again.close();
					expect(readAll(factory.reopen(again)).slice(1)).toEqual([...first, ...later]);
				}),
				{ numRuns: 20 },
			);
		});

		test("positions are read in the order given, whichever they are", () => {
			const entries = [0, 1, 2, 3, 4].map(said);
			const store = factory.create(header());
			store.appendAll(entries);
			expect(Array.from(store.readEach([4, 0, 2, 3, 2]), ({ id }) => id)).toEqual([4, 0, 2, 3, 2].map(idOf));
			store.close();
		});

		test("an entry is what it was when it was appended, whatever becomes of the object", () => {
			const store = factory.create(header());
			const value = { count: 1 };
			store.append(entry(0, null, { type: "custom", customType: "c", data: value }));
			value.count = 2;
			expect(store.read(idOf(0))).toMatchObject({ data: { count: 1 } });
		});

		test("an unknown id is nothing", () => {
			expect(factory.create(header()).read("unknown")).toBeUndefined();
		});
	});
}

export function readAll(store: SessionStore): SessionEntry[] {
	return Array.from(store.readEach(allPositions(store.index)));
}

export function said(number: number): SessionEntry {
	return entry(number, number === 0 ? null : number - 1, { type: "message", message: user(`text ${number}`) });
}
