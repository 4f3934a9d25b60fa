import type { ModelRoute, ModelRouteRequest, VirtualModelDefinition } from "../models/virtual-model.ts";
import type { ExtensionContext } from "./context.ts";

/** A virtual model of an extension: its router gets the extension's context besides (API22, V13). */
export interface ExtensionVirtualModel<TState = unknown> extends Omit<VirtualModelDefinition<TState>, "route"> {
	route(request: ModelRouteRequest<TState>, ctx: ExtensionContext): ModelRoute<TState> | Promise<ModelRoute<TState>>;
}
