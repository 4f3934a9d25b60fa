import { join } from "node:path";
import { JsonlStore } from "../../src/session/store/jsonl-store.ts";
import { MemoryStore } from "../../src/session/store/memory-store.ts";
import { describeSessionStore, readAll } from "./describe-session-store.ts";
import { temporaryFolder } from "./temporary-folder.ts";

const folder = temporaryFolder();
let files = 0;

describeSessionStore("a session in memory", {
	create: (header) => new MemoryStore(header),
	reopen: (store) => new MemoryStore(store.header, readAll(store)),
});

describeSessionStore("a session in a file", {
	create: (header) => JsonlStore.create(join(folder, `${(files += 1)}.jsonl`), header),
	reopen: (store) => JsonlStore.open(store.file ?? ""),
});
