import type { AgentTool } from "@tau/agent";
import type { RegisteredTool, ToolExposure, ToolInfo } from "../extension-api/tool.ts";
import { activatesOnRegistration, type SelectableTool } from "./tool-selection.ts";

/** Where tools come from; extension tools win over built-in ones of the same name (L16, TL19). */
export interface ToolSources {
	builtins(): readonly RegisteredTool[];
	contributed(): readonly RegisteredTool[];
	/** Makes a definition runnable: binds the extension context and the fence. */
	bind(tool: RegisteredTool): AgentTool;
}

/** The tools of a session and which of them are declared to the model (API16). */
export class ToolSet {
	readonly #sources: ToolSources;
	readonly #bound = new Map<string, { from: RegisteredTool; tool: AgentTool }>();
	#active: string[] = [];
	/** Turned off on the command line: registering again does not activate them. */
	readonly #mayActivate: (name: string) => boolean;

	constructor(sources: ToolSources, mayActivate: (name: string) => boolean = () => true) {
		this.#sources = sources;
		this.#mayActivate = mayActivate;
	}

	/** Every registered tool: built-in ones first, an override in the place of what it overrides. */
	registered(): RegisteredTool[] {
		const contributed = new Map(this.#sources.contributed().map((tool) => [tool.definition.name, tool]));
		const builtins = this.#sources.builtins().map((tool) => {
			const override = contributed.get(tool.definition.name);
			contributed.delete(tool.definition.name);
			return override ?? tool;
		});
		return [...builtins, ...contributed.values()];
	}

	selectable(): SelectableTool[] {
		const order = this.#sources.contributed().map((tool) => tool.definition.name);
		return this.registered().map(({ definition, sourceInfo }) => ({
			definition,
			builtin: sourceInfo.source === "builtin",
			registration: order.indexOf(definition.name),
		}));
	}

	find(name: string): RegisteredTool | undefined {
		return this.registered().find((tool) => tool.definition.name === name);
	}

	activeNames(): string[] {
		return [...this.#active];
	}

	/** Unknown and hidden names are ignored; tools that stay keep their order, new ones follow (TRAP12). */
	setActive(names: readonly string[]): void {
		const known = new Map(this.registered().map((tool) => [tool.definition.name, exposureOf(tool)]));
		const wanted = names.filter((name) => known.has(name) && known.get(name) !== "hidden");
		const kept = this.#active.filter((name) => wanted.includes(name));
		this.#active = [...new Set([...kept, ...wanted])];
	}

	/** A tool appeared or changed while the session runs (API02). */
	toolRegistered(name: string): void {
		const tool = this.find(name);
		if (!tool) return;
		if (exposureOf(tool) === "hidden") this.#active = this.#active.filter((other) => other !== name);
		else if (!this.#active.includes(name) && activatesOnRegistration(tool.definition) && this.#mayActivate(name))
			this.#active.push(name);
	}

	/** The active tools, in order, ready to run. */
	active(): AgentTool[] {
		const registered = new Map(this.registered().map((tool) => [tool.definition.name, tool]));
		return this.#active.flatMap((name) => {
			const tool = registered.get(name);
			return tool ? [this.#bind(tool)] : [];
		});
	}

	/** What other tools can call: active direct tools, and codemode and deferred ones whenever registered (TC1). */
	callable(): AgentTool[] {
		return this.registered()
			.filter((tool) => {
				const exposure = exposureOf(tool);
				if (exposure === "codemode" || exposure === "deferred") return true;
				return exposure === "direct" && this.#active.includes(tool.definition.name);
			})
			.map((tool) => this.#bind(tool));
	}

	infos(): ToolInfo[] {
		return this.registered().map((tool) => toToolInfo(tool));
	}

	#bind(tool: RegisteredTool): AgentTool {
		const { name } = tool.definition;
		const known = this.#bound.get(name);
		if (known?.from === tool) return known.tool;
		const bound = this.#sources.bind(tool);
		this.#bound.set(name, { from: tool, tool: bound });
		return bound;
	}
}

function exposureOf(tool: RegisteredTool): ToolExposure {
	return tool.definition.exposure ?? "direct";
}

function toToolInfo(tool: RegisteredTool): ToolInfo {
	const { name, description, parameters, promptGuidelines, namespace, annotations, reachesTools } = tool.definition;
	return {
		name,
		description,
		parameters,
		...(promptGuidelines && { promptGuidelines }),
		exposure: exposureOf(tool),
		sourceInfo: tool.sourceInfo,
		...(namespace && { namespace }),
		...(annotations && { annotations }),
		...(reachesTools && { reachesTools }),
	};
}
