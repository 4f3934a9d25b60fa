import { expect, test } from "vitest";
import { GroupSync } from "./group-sync.ts";

/** A disk whose calls end when they are told to. */
function manualDisk(): { sync: GroupSync; calls: () => number; finish(error?: Error): void; failures: string[] } {
	const waiting: ((error: Error | null) => void)[] = [];
	const failures: string[] = [];
	let calls = 0;
	const sync = new GroupSync(
		(done) => {
			calls += 1;
			waiting.push(done);
		},
		(error) => failures.push(error.message),
	);
	return { sync, calls: () => calls, finish: (error) => waiting.shift()?.(error ?? null), failures };
}

test("what is written while the disk is at work shares the next call", async () => {
	const { sync, calls, finish } = manualDisk();
	for (let write = 0; write < 100; write += 1) sync.request();
	const all = sync.settled();
	expect(calls()).toBe(1);
	finish();
	expect([calls(), sync.isSettled]).toEqual([2, false]);
	finish();
	expect([await all, calls(), sync.isSettled]).toEqual([undefined, 2, true]);
});

test("whoever waits is answered by the call that began after the write, not by one before it", async () => {
	const { sync, finish } = manualDisk();
	const order: string[] = [];
	sync.request();
	const first = sync.settled().then(() => order.push("first"));
	sync.request();
	const second = sync.settled().then(() => order.push("second"));
	finish();
	await first;
	order.push("between");
	finish();
	await second;
	expect(order).toEqual(["first", "between", "second"]);
});

test("a failure is told, and the next call can mend it", async () => {
	const { sync, finish, failures } = manualDisk();
	sync.request();
	const failed = sync.settled();
	finish(new Error("EIO"));
	expect([(await failed)?.message, failures]).toEqual(["EIO", ["EIO"]]);
	sync.request();
	finish();
	expect(await sync.settled()).toBeUndefined();
});

test("nothing written needs no disk", async () => {
	const { sync, calls } = manualDisk();
	expect([await sync.settled(), calls(), sync.isSettled]).toEqual([undefined, 0, true]);
});

test("what became durable by other means is not waited for", async () => {
	const { sync } = manualDisk();
	sync.request();
	const waiting = sync.settled();
	sync.settle();
	expect([await waiting, sync.isSettled]).toEqual([undefined, true]);
});
