import type { RegisteredCommand, SlashCommandInfo } from "../extension-api/command.ts";
import type { RegisteredTool } from "../extension-api/tool.ts";
import type { ExtensionRecord, RegisteredFlag } from "./extension-record.ts";

/** A command under the name the user types. */
export interface InvocableCommand {
	invocationName: string;
	command: RegisteredCommand;
	record: ExtensionRecord;
}

/** Two extensions wanted one name; the first one has it. */
export interface NameConflict {
	kind: "tool" | "flag";
	name: string;
	winner: ExtensionRecord;
	loser: ExtensionRecord;
}

/**
 * What all extensions of a session contribute together. Load order is authority order; each kind has its own rule for
 * clashes: tools and flags go to whoever registered first, commands are all kept under numbered names (L16-L19, B1).
 */
export class Contributions {
	readonly #records: ExtensionRecord[] = [];
	readonly #toolOwners = new Map<string, ExtensionRecord>();
	readonly #flagOwners = new Map<string, ExtensionRecord>();
	readonly #conflicts: NameConflict[] = [];

	get records(): readonly ExtensionRecord[] {
		return this.#records;
	}

	get conflicts(): readonly NameConflict[] {
		return this.#conflicts;
	}

	add(record: ExtensionRecord): void {
		this.#records.push(record);
	}

	/** Takes a record out again, as if it had never been loaded. */
	remove(record: ExtensionRecord): void {
		const index = this.#records.indexOf(record);
		if (index >= 0) this.#records.splice(index, 1);
		for (const owners of [this.#toolOwners, this.#flagOwners])
			for (const [name, owner] of owners) if (owner === record) owners.delete(name);
	}

	/** Puts the records into this order of authority: names that several of them registered go to the first one. */
	arrange(records: readonly ExtensionRecord[]): void {
		this.#records.splice(0, Infinity, ...records);
		this.#toolOwners.clear();
		this.#flagOwners.clear();
		this.#conflicts.length = 0;
		for (const record of records) {
			for (const name of record.tools.keys()) this.#claim("tool", name, record);
			for (const name of record.flags.keys()) this.#claim("flag", name, record);
		}
	}

	/** Stores a tool; a name that another extension holds stays with it. Returns whether the tool counts. */
	addTool(record: ExtensionRecord, tool: RegisteredTool): boolean {
		const { name } = tool.definition;
		const winner = this.#claim("tool", name, record);
		record.tools.set(name, tool);
		return winner;
	}

	addFlag(record: ExtensionRecord, flag: RegisteredFlag): void {
		this.#claim("flag", flag.name, record);
		record.flags.set(flag.name, flag);
	}

	tool(name: string): RegisteredTool | undefined {
		return this.#toolOwners.get(name)?.tools.get(name);
	}

	toolOwner(name: string): ExtensionRecord | undefined {
		return this.#toolOwners.get(name);
	}

	tools(): RegisteredTool[] {
		return [...this.#toolOwners].flatMap(([name, record]) => record.tools.get(name) ?? []);
	}

	flags(): RegisteredFlag[] {
		return [...this.#flagOwners].flatMap(([name, record]) => record.flags.get(name) ?? []);
	}

	/** All commands in load order. A name used more than once gets `:1`, `:2`, …; a taken name a further `:2` (TRAP1, TRAP2). */
	commands(): InvocableCommand[] {
		const all = this.#records.flatMap((record) =>
			[...record.commands.values()].map((command) => ({ command, record })),
		);
		const total = countBy(all.map(({ command }) => command.name));
		const seen = new Map<string, number>();
		const taken = new Set<string>();
		return all.map(({ command, record }) => {
			const { name } = command;
			const occurrence = (seen.get(name) ?? 0) + 1;
			seen.set(name, occurrence);
			let invocationName = (total.get(name) ?? 0) > 1 ? `${name}:${occurrence}` : name;
			for (let suffix = 2, base = invocationName; taken.has(invocationName); suffix++)
				invocationName = `${base}:${suffix}`;
			taken.add(invocationName);
			return { invocationName, command, record };
		});
	}

	command(invocationName: string): InvocableCommand | undefined {
		return this.commands().find((command) => command.invocationName === invocationName);
	}

	#claim(kind: "tool" | "flag", name: string, record: ExtensionRecord): boolean {
		const owners = kind === "tool" ? this.#toolOwners : this.#flagOwners;
		const winner = owners.get(name);
		if (!winner) owners.set(name, record);
		else if (winner !== record) this.#conflicts.push({ kind, name, winner, loser: record });
		return winner === undefined || winner === record;
	}
}

/** The form in which `getCommands` and RPC report commands (API08). */
export function toSlashCommandInfo({ invocationName, command }: InvocableCommand): SlashCommandInfo {
	return {
		name: invocationName,
		...(command.description !== undefined && { description: command.description }),
		source: "extension",
		sourceInfo: command.sourceInfo,
	};
}

function countBy(names: readonly string[]): Map<string, number> {
	const counts = new Map<string, number>();
	for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
	return counts;
}
