import { extname } from "node:path";
import { Script, constants } from "node:vm";
import { Fingerprint, contentHash } from "./content-hash.ts";
import { compilationFailed } from "./failure-place.ts";
import type { FoundFile } from "./file-lookup.ts";
import { isRacy, readSource, sameSignature } from "./file-signature.ts";
import type { CommonJsPolicy, CompiledModule, ModuleRecord } from "./module-record.ts";
import type { PackFile } from "./pack-file.ts";
import { looksLikeModule, transformModule } from "./transform.ts";
import { transformerInMemory } from "./transformer.ts";

const NOTHING: Omit<CompiledModule, "format" | "code"> = {
	imports: [],
	exports: [],
	stars: [],
	requires: [],
	flags: { asynchronous: false, assignsExports: false, usesRequire: false, usesMeta: false },
};

/** Compiled files, from memory, from the pack or made now; each is checked against the disk when it is asked for. */
export class RecordStore {
	readonly #records: Map<string, ModuleRecord> = new Map();
	readonly #pack: PackFile | undefined;
	readonly #isHostModule: (specifier: string) => boolean;
	#isChanged = false;

	constructor(pack: PackFile | undefined, isHostModule: (specifier: string) => boolean) {
		this.#pack = pack;
		this.#isHostModule = isHostModule;
	}

	has(path: string): boolean {
		return this.#records.has(path);
	}

	/** Throws a ModuleLoadError for a file that cannot be parsed, TransformerNeeded when that must be loaded first. */
	obtain(file: FoundFile, policy: CommonJsPolicy): ModuleRecord {
		const known = this.#records.get(file.path) ?? this.#pack?.take(file.path);
		const isFit = policy === "native" || known?.compiled.format !== "native";
		if (known !== undefined && isFit && this.isCurrent(known, file)) {
			this.#records.set(file.path, known);
			return known;
		}
		const record = this.#compile(file, policy);
		this.#records.set(file.path, record);
		this.#isChanged = true;
		return record;
	}

	/** Stat is the shortcut, content the truth: V8 does not notice other source text of the same length. */
	isCurrent(record: ModuleRecord, file: FoundFile): boolean {
		const isSame = sameSignature(record.signature, file.signature);
		if (isSame && !isRacy(record.signature, record.readAt)) return true;
		const readAt = Date.now();
		if (contentHash(readSource(file.path)) !== record.fingerprint.hash) return false;
		record.signature = file.signature;
		record.readAt = readAt;
		this.#isChanged = true;
		return true;
	}

	#compile(file: FoundFile, policy: CommonJsPolicy): ModuleRecord {
		const readAt = Date.now();
		const source = readSource(file.path);
		const compiled = this.#transform(file.path, source, policy);
		return { path: file.path, compiled, fingerprint: Fingerprint.ofText(source), signature: file.signature, readAt };
	}

	#transform(path: string, source: string, policy: CommonJsPolicy): CompiledModule {
		const extension = extname(path);
		if (extension === ".json") return { ...NOTHING, format: "json", code: source };
		const mayBeNative = policy === "native" && (extension === ".cjs" || extension === ".js" || extension === "");
		const native: CompiledModule = { ...NOTHING, format: "native", code: "" };
		if (mayBeNative && (extension === ".cjs" || !looksLikeModule(source))) return native;
		const compiled = transformModule(transformerInMemory, { path, source, isHostModule: this.#isHostModule });
		return mayBeNative && compiled.format === "commonjs" ? native : compiled;
	}

	/** The function that a record's code is, ready to be called for a fresh instance. */
	compileScript(record: ModuleRecord): Script {
		if (record.script !== undefined) return record.script;
		try {
			record.script = new Script(record.compiled.code, {
				filename: record.path,
				...(record.cachedData === undefined ? {} : { cachedData: record.cachedData as Buffer }),
				importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
			});
		} catch (error) {
			throw compilationFailed(error, record.path);
		}
		if (record.script.cachedDataRejected !== false) this.#isChanged = true;
		record.cachedData = undefined;
		return record.script;
	}

	/** Writes the pack if anything in it would be different. */
	async save(): Promise<void> {
		if (this.#pack === undefined) return;
		if (this.#isChanged || this.#pack.isDamaged) {
			this.#isChanged = false;
			await this.#pack.write(this.#records.values());
		}
		this.#pack.release();
	}
}
