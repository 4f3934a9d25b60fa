import { type Markup, markup } from "./markup.ts";
import { type MarkdownBlock, splitMarkdown } from "./markdown-blocks.ts";

/** Longer texts are shown as they stand: the patterns below are for prose. */
const LONGEST_PROSE = 100_000;

/** Markdown as markup. Links and images stay text: an export refers to nothing outside itself. */
export function markdownView(markdown: string): Markup {
	return markup`${splitMarkdown(markdown).map(blockView)}`;
}

function blockView(block: MarkdownBlock): Markup {
	switch (block.type) {
		case "paragraph":
			return markup`<p>${inlineView(block.text)}</p>`;
		case "heading":
			return markup`<div class="heading level-${block.level}">${inlineView(block.text)}</div>`;
		case "code":
			return markup`<pre class="code">${languageView(block.language)}<code>${block.text}</code></pre>`;
		case "quote":
			return markup`<blockquote>${block.blocks.map(blockView)}</blockquote>`;
		case "item":
			return markup`<div class="item depth-${block.depth}">
				<span class="marker">${block.marker}</span><span>${inlineView(block.text)}</span>
			</div>`;
		case "table":
			return tableView(block.rows);
		case "rule":
			return markup`<hr>`;
	}
}

function languageView(language: string): Markup | undefined {
	return language === "" ? undefined : markup`<span class="language">${language}</span>`;
}

function tableView([head = [], ...rows]: readonly (readonly string[])[]): Markup {
	const headCells = head.map((cell) => markup`<th>${inlineView(cell)}</th>`);
	const bodyRows = rows.map(
		(row) =>
			markup`<tr>
				${row.map((cell) => markup`<td>${inlineView(cell)}</td>`)}
			</tr>`,
	);
	return markup`<table>
		<thead>
			<tr>
				${headCells}
			</tr>
		</thead>
		<tbody>
			${bodyRows}
		</tbody>
	</table>`;
}

/** Code between up to three ticks first, because nothing in it counts; then strong, emphasis and struck text that stands at words. */
const INLINE =
	/(?<!`)(`{1,3})(?!`)([^]*?[^`])\1(?!`)|\*\*(?=\S)([^*]*?[^\s*])\*\*|(?<![\w*])\*(?=[^\s*])([^*\n]*?[^\s*])\*(?![\w*])|(?<!\w)_(?=[^\s_])([^_\n]*?[^\s_])_(?!\w)|~~(?=\S)([^~]*?\S)~~/g;

function inlineView(text: string): Markup {
	if (text.length > LONGEST_PROSE) return markup`${text}`;
	const pieces: Markup[] = [];
	let start = 0;
	for (const match of text.matchAll(INLINE)) {
		const [whole, , code, strong, starred, underlined, struck] = match;
		pieces.push(markup`${text.slice(start, match.index)}`);
		const emphasis = starred ?? underlined;
		if (code !== undefined) pieces.push(markup`<code>${code.replace(/^ (.+) $/, "$1")}</code>`);
		else if (strong !== undefined) pieces.push(markup`<strong>${strong}</strong>`);
		else if (emphasis !== undefined) pieces.push(markup`<em>${emphasis}</em>`);
		else pieces.push(markup`<del>${struck}</del>`);
		start = match.index + whole.length;
	}
	return markup`${pieces}${text.slice(start)}`;
}
