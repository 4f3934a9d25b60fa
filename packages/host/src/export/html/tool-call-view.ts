import type { ToolCall, ToolResultMessage } from "@tau/ai";
import type { ToolRenderContext } from "../../extension-api/tool.ts";
import { drawnView, outputView } from "../draw-component.ts";
import { KEY_HINTS, type ViewContext } from "../view-context.ts";
import { imagesOfContent, textOfContent } from "./content-view.ts";
import { formatDuration } from "./format.ts";
import { type Markup, markup } from "./markup.ts";
import { nestedCallsView } from "./nested-calls-view.ts";

/** Longer results are closed until somebody opens them. */
const OPEN_LINES = 12;

/** A call with its result, drawn by the tool's renderers where it has some. */
export function toolCallView(call: ToolCall, context: ViewContext): Markup {
	const result = context.calls.resultOf(call);
	const failed = result?.isError === true ? " failed" : "";
	const state = {};
	return markup`<div class="call${failed}">
		<div class="role"><b>${call.name}</b>${outcomeOf(result)}</div>
		${callView(call, result, { context, state })}
		${result === undefined ? undefined : resultView(call, result, { context, state })}
	</div>`;
}

interface Drawing {
	readonly context: ViewContext;
	/** Shared by both renderers of a row. */
	readonly state: object;
}

function outcomeOf(result: ToolResultMessage | undefined): Markup {
	if (result === undefined) return markup`<span>no result</span>`;
	const duration = result.durationMs === undefined ? "" : formatDuration(result.durationMs);
	return result.isError
		? markup`<span class="error">failed</span><span>${duration}</span>`
		: markup`<span>${duration}</span>`;
}

function callView(call: ToolCall, result: ToolResultMessage | undefined, { context, state }: Drawing): Markup {
	const renderers = context.options.toolRenderers?.(call.name);
	const lines = context.draw(`renderCall of ${call.name}`, () =>
		renderers?.renderCall?.(
			call.arguments,
			context.theme,
			renderContext(call, result, { context, state, expanded: true }),
		),
	);
	const problem =
		call.argumentsError === undefined ? undefined : markup`<p class="error text">${call.argumentsError}</p>`;
	if (lines !== undefined) return markup`${drawnView(lines, context.styles)}${problem}`;
	return markup`${argumentsView(call.arguments)}${problem}`;
}

/** One line for each argument, texts as they are. */
function argumentsView(given: unknown): Markup | undefined {
	if (typeof given !== "object" || given === null) return undefined;
	const lines = Object.entries(given).map(
		([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
	);
	return lines.length === 0 ? undefined : markup`<pre class="output">${lines.join("\n")}</pre>`;
}

function resultView(call: ToolCall, result: ToolResultMessage, { context, state }: Drawing): Markup {
	const drawn = (expanded: boolean): readonly string[] | undefined => {
		const renderers = context.options.toolRenderers?.(call.name);
		const { content, details, isError } = result;
		const given = { content, isError, ...(details === undefined ? {} : { details }) };
		return context.draw(`renderResult of ${call.name}`, () =>
			renderers?.renderResult?.(
				given,
				{ expanded, isPartial: false },
				context.theme,
				renderContext(call, result, { context, state, expanded }),
			),
		);
	};
	const whole = drawn(true);
	if (whole === undefined) return markup`${plainResultView(result, context)}${nestedCallsView(result.nestedCalls)}`;
	const short = drawn(false) ?? whole;
	const images = imagesOfContent(result.content);
	const isSame = short.join("\n") === whole.join("\n");
	const view = isSame
		? foldable(drawnView(whole, context.styles), whole.length)
		: markup`${drawnView(short, context.styles)}
				<details>
					<summary>all of it</summary>
					${drawnView(whole, context.styles)}
				</details>`;
	return markup`${view}${images}${nestedCallsView(result.nestedCalls)}`;
}

/** A result as its tool wrote it. */
export function plainResultView(result: ToolResultMessage, context: ViewContext): Markup {
	const text = textOfContent(result.content);
	const view = text === "" ? undefined : foldable(outputView(text, context.styles), text.split("\n").length);
	return markup`${view}${imagesOfContent(result.content)}`;
}

function foldable(view: Markup, lines: number): Markup {
	if (lines <= OPEN_LINES) return view;
	return markup`<details>
		<summary>result, ${lines} lines</summary>
		${view}
	</details>`;
}

function renderContext(
	call: ToolCall,
	result: ToolResultMessage | undefined,
	{ context, state, expanded }: Drawing & { readonly expanded: boolean },
): ToolRenderContext {
	return {
		args: call.arguments,
		toolCallId: call.id,
		invalidate: () => {},
		lastComponent: undefined,
		state,
		cwd: context.cwd,
		executionStarted: true,
		argsComplete: true,
		isPartial: false,
		expanded,
		showImages: false,
		isError: result?.isError === true,
		durationMs: result?.durationMs,
		outputPad: 0,
		...KEY_HINTS,
	};
}
