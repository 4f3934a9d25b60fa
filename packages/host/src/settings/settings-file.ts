import { readFile } from "node:fs/promises";
import type { Diagnostic } from "../base/diagnostic.ts";
import { isRecord } from "../base/is-record.ts";
import { parseJsonc } from "../base/parse-jsonc.ts";
import { replaceFile } from "../platform/replace-file.ts";

export interface SettingsFile {
	readonly path: string;
	/** Empty where the file is missing or unusable. */
	readonly values: Readonly<Record<string, unknown>>;
	readonly diagnostics: readonly Diagnostic[];
}

/** Reads one settings file. A missing file is empty; a broken one is empty and a diagnostic (G05). Never throws. */
export async function readSettingsFile(path: string): Promise<SettingsFile> {
	let text: string | undefined;
	try {
		text = await readTextIfPresent(path);
	} catch (error) {
		return broken(path, { severity: "error", message: `cannot be read: ${reasonOf(error)}`, path });
	}
	const file = await parseSettingsText(text ?? "", path);
	return { ...file, diagnostics: file.diagnostics.map(withAdvice) };
}

export async function parseSettingsText(text: string, path: string): Promise<SettingsFile> {
	if (text.trim() === "") return { path, values: {}, diagnostics: [] };
	const parsed = await parseJsonc(text, path);
	if (!parsed.ok) return broken(path, parsed.diagnostic);
	if (isRecord(parsed.value)) return { path, values: parsed.value, diagnostics: [] };
	return broken(path, { severity: "error", message: "expected an object of settings", path });
}

export interface SettingsEdit {
	/** Dotted key, or its levels where a name itself has dots, as model ids do. */
	readonly key: string | readonly string[];
	/** Undefined removes the key. */
	readonly value: unknown;
}

export type WriteResult = { readonly ok: true } | { readonly ok: false; readonly diagnostic: Diagnostic };

/** The last write of each file, so that two changes at once do not read the same text. */
const lastWrites = new Map<string, Promise<WriteResult>>();

/**
 * Changes single settings where they stand: comments, order and indentation of everything else survive. A file that
 * does not parse is refused and keeps its bytes (PC-89). The new file appears in one step.
 */
export function writeSettings(path: string, edits: readonly SettingsEdit[]): Promise<WriteResult> {
	const earlier = lastWrites.get(path);
	const write = earlier === undefined ? applyToFile(path, edits) : earlier.then(() => applyToFile(path, edits));
	lastWrites.set(path, write);
	return write;
}

async function applyToFile(path: string, edits: readonly SettingsEdit[]): Promise<WriteResult> {
	try {
		const before = (await readTextIfPresent(path)) ?? "";
		const current = await parseSettingsText(before, path);
		const [fault] = current.diagnostics;
		if (fault !== undefined) return refused(fault);
		const after = await editSettingsText(before, edits);
		if (after !== before) await replaceFile(path, after);
		return { ok: true };
	} catch (error) {
		return refused({ severity: "error", message: reasonOf(error), path });
	}
}

export async function editSettingsText(text: string, edits: readonly SettingsEdit[]): Promise<string> {
	const { applyEdits, modify } = await import("jsonc-parser");
	const mark = text.startsWith("\uFEFF") ? "\uFEFF" : "";
	let edited = text.slice(mark.length).trim() === "" ? "{}\n" : text.slice(mark.length);
	const formattingOptions = detectFormat(edited);
	for (const { key, value } of edits) {
		edited = applyEdits(
			edited,
			modify(edited, typeof key === "string" ? key.split(".") : [...key], value, { formattingOptions }),
		);
	}
	return mark + edited;
}

function detectFormat(text: string): { insertSpaces: boolean; tabSize: number; eol: string } {
	const indent = /\n([ \t]+)\S/.exec(text)?.[1] ?? "  ";
	return {
		insertSpaces: !indent.startsWith("\t"),
		tabSize: indent.startsWith("\t") ? 4 : indent.length,
		eol: text.includes("\r\n") ? "\r\n" : "\n",
	};
}

async function readTextIfPresent(path: string): Promise<string | undefined> {
	try {
		return await readFile(path, "utf8");
	} catch (error) {
		if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
		throw error;
	}
}

function broken(path: string, diagnostic: Diagnostic): SettingsFile {
	return { path, values: {}, diagnostics: [diagnostic] };
}

function refused(fault: Diagnostic): WriteResult {
	return { ok: false, diagnostic: { ...fault, message: `settings were not saved: ${fault.message}` } };
}

function withAdvice(fault: Diagnostic): Diagnostic {
	return { ...fault, message: `${fault.message}; the file is ignored until this is fixed` };
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? error.message.split("\n", 1)[0]! : String(error);
}
