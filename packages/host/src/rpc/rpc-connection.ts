import type { RpcExtensionUIRequest } from "./extension-ui-types.ts";
import { readRecord } from "./records.ts";
import { RpcProcess, type RpcClientOptions } from "./rpc-process.ts";
import type { RpcCommandType, RpcGives, RpcTakes } from "./rpc-types.ts";
import type { JsonAgentSessionEvent } from "./session-event.ts";

export interface RpcListeners {
	onEvent(event: JsonAgentSessionEvent): void;
	onUiRequest(request: RpcExtensionUIRequest): void;
	onExit(reason: Error): void;
}

interface Waiting {
	resolve(data: unknown): void;
	reject(error: Error): void;
}

/** Commands and their responses, correlated by id; everything else that comes is handed on. */
export class RpcConnection {
	readonly #process: RpcProcess;
	readonly #listeners: RpcListeners;
	readonly #waiting = new Map<string, Waiting>();
	#count = 0;

	constructor(options: RpcClientOptions, listeners: RpcListeners) {
		this.#listeners = listeners;
		this.#process = new RpcProcess(options, {
			onLine: (line) => this.#read(line),
			onExit: (reason) => {
				for (const { reject } of this.#waiting.values()) reject(reason);
				this.#waiting.clear();
				listeners.onExit(reason);
			},
		});
	}

	get stderr(): string {
		return this.#process.stderr;
	}

	/** Resolves with the data of the response; rejects with its error, or when the process ends. */
	call<K extends RpcCommandType>(type: K, fields: RpcTakes<K>): Promise<RpcGives<K>> {
		const id = `req_${++this.#count}`;
		return new Promise((resolve, reject) => {
			this.#waiting.set(id, { resolve: (data) => resolve(data as RpcGives<K>), reject });
			this.send({ ...fields, id, type }).catch((error: Error) => {
				this.#waiting.delete(id);
				reject(error);
			});
		});
	}

	send(record: object): Promise<void> {
		return this.#process.send(JSON.stringify(record));
	}

	stop(): Promise<void> {
		return this.#process.stop();
	}

	#read(line: string): void {
		const read = readRecord(line);
		// Not of this protocol: a program may have written to its stdout before it was owned.
		if (!read.ok) return;
		const { record } = read;
		if (record["type"] === "response") this.#settle(record);
		else if (record["type"] === "extension_ui_request") {
			this.#listeners.onUiRequest(record as unknown as RpcExtensionUIRequest);
		} else this.#listeners.onEvent(record as unknown as JsonAgentSessionEvent);
	}

	#settle(response: Readonly<Record<string, unknown>>): void {
		const id = String(response["id"]);
		const waiting = this.#waiting.get(id);
		this.#waiting.delete(id);
		if (response["success"] === true) waiting?.resolve(response["data"]);
		else waiting?.reject(new Error(String(response["error"])));
	}
}
