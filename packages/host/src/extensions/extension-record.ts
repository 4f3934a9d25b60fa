import type { FlagOptions, RegisteredCommand, ShortcutOptions } from "../extension-api/command.ts";
import type {
	EntryRenderer,
	MarkdownTransformer,
	MarkdownTransformerOptions,
	MessageRenderer,
} from "../extension-api/renderers.ts";
import type { ProviderConfig } from "../extension-api/provider.ts";
import type { RegisteredMcpServer } from "../extension-api/events/resource-events.ts";
import type { RegisteredResource } from "../extension-api/registered-resource.ts";
import type { SourceInfo } from "../extension-api/source-info.ts";
import type { RegisteredTool, ToolRendererResolver } from "../extension-api/tool.ts";
import type { ExtensionOwner } from "./hooks/owner.ts";
import type { VirtualModelDefinition } from "../models/virtual-model.ts";

export interface RegisteredFlag {
	name: string;
	options: FlagOptions;
	extensionPath: string;
}

/** Everything one extension contributed, in the order of registration; provenance is never lost (L11). */
export interface ExtensionRecord {
	/** As it is shown: the file, `builtin:<name>` or `<inline:name>`. */
	readonly path: string;
	readonly resolvedPath: string;
	readonly sourceInfo: SourceInfo;
	readonly owner: ExtensionOwner;
	/** Left out when another extension claims one of its names (D09). */
	readonly replaceable: boolean;
	readonly tools: Map<string, RegisteredTool>;
	readonly commands: Map<string, RegisteredCommand>;
	readonly flags: Map<string, RegisteredFlag>;
	readonly shortcuts: Map<string, ShortcutOptions>;
	readonly messageRenderers: Map<string, MessageRenderer>;
	readonly entryRenderers: Map<string, EntryRenderer>;
	readonly toolRenderers: ToolRendererResolver[];
	readonly mcpServers: Map<string, RegisteredMcpServer>;
	/** Skills, rules and templates, by kind and name (API25). */
	readonly resources: Map<string, RegisteredResource>;
	markdownTransformer?: { transformer: MarkdownTransformer; options: MarkdownTransformerOptions };
	/** Providers asked for while the factory ran; registered when a session is bound (API20). */
	pendingProviders: { name: string; config: ProviderConfig }[];
	/** The same for virtual models. */
	pendingVirtualModels: VirtualModelDefinition[];
}

export interface ExtensionIdentity {
	path: string;
	resolvedPath: string;
	sourceInfo: SourceInfo;
	owner: ExtensionOwner;
	replaceable?: boolean;
}

export function createExtensionRecord(identity: ExtensionIdentity): ExtensionRecord {
	return {
		...identity,
		replaceable: identity.replaceable ?? false,
		tools: new Map(),
		commands: new Map(),
		flags: new Map(),
		shortcuts: new Map(),
		messageRenderers: new Map(),
		entryRenderers: new Map(),
		toolRenderers: [],
		mcpServers: new Map(),
		resources: new Map(),
		pendingProviders: [],
		pendingVirtualModels: [],
	};
}
