import type { NestedToolCallRecord, NestedToolCalls } from "@tau/ai";
import { formatDuration } from "./format.ts";
import { type Markup, markup } from "./markup.ts";

/** The calls that a tool made to other tools, as far as they were recorded (TC4). */
export function nestedCallsView(nested: NestedToolCalls | undefined): Markup | undefined {
	const calls = Array.isArray(nested?.calls) ? nested.calls : [];
	if (nested === undefined || (calls.length === 0 && nested.complete)) return undefined;
	const note = nested.complete ? undefined : markup`<p>The record is not complete.</p>`;
	return markup`<details>
		<summary>${calls.length} nested ${calls.length === 1 ? "call" : "calls"}</summary>
		<table class="nested">
			<thead>
				<tr>
					<th>id</th>
					<th>tool</th>
					<th>status</th>
					<th>arguments</th>
				</tr>
			</thead>
			<tbody>
				${calls.map(rowView)}
			</tbody>
		</table>
		${note}
	</details>`;
}

function rowView(call: NestedToolCallRecord): Markup {
	const duration = call.durationMs === undefined ? "" : `, ${formatDuration(call.durationMs)}`;
	const error = call.error === undefined ? undefined : markup`<div class="error text">${call.error}</div>`;
	return markup`<tr>
		<td>${call.id}</td>
		<td>${call.name}</td>
		<td>${call.status}${duration}${error}</td>
		<td><div class="text">${argumentsOf(call)}</div></td>
	</tr>`;
}

function argumentsOf(call: NestedToolCallRecord): string {
	if (call.arguments !== undefined) return JSON.stringify(call.arguments);
	return call.argumentsBytes === undefined ? "" : `(${call.argumentsBytes} bytes, not kept)`;
}
