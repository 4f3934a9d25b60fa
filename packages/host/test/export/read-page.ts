/** An element or a text of a page. */
export type PageNode = PageElement | string;

export interface PageElement {
	readonly name: string;
	readonly attributes: Readonly<Record<string, string>>;
	readonly children: PageNode[];
}

const VOID: ReadonlySet<string> = new Set(["meta", "img", "hr"]);
const TAG = /^<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>/;
const ATTRIBUTE = / ([a-z-]+)="([^"<>]*)"/g;
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

/**
 * Reads a page far more strictly than browsers do: every tag complete and closed in order, every attribute quoted,
 * every `<`, `>` and `&` in texts escaped. Throws for everything else.
 */
export function readPage(page: string): PageElement {
	const root: PageElement = { name: "", attributes: {}, children: [] };
	const open = [root];
	let at = page.indexOf("\n") + 1;
	if (page.slice(0, at) !== "<!DOCTYPE html>\n") throw new Error("no document type");
	while (at < page.length) {
		const parent = open.at(-1) ?? root;
		if (page[at] !== "<") {
			const end = page.indexOf("<", at);
			parent.children.push(readText(page.slice(at, end < 0 ? page.length : end)));
			at = end < 0 ? page.length : end;
			continue;
		}
		const [tag, closing, name = "", attributes = ""] = TAG.exec(page.slice(at)) ?? [];
		if (tag === undefined) throw new Error(`no tag at ${at}: ${page.slice(at, at + 40)}`);
		at += tag.length;
		if (closing === "/") {
			if (parent.name !== name) throw new Error(`</${name}> closes <${parent.name}> at ${at}`);
			open.pop();
			continue;
		}
		const element: PageElement = { name, attributes: readAttributes(attributes), children: [] };
		parent.children.push(element);
		if (name === "style") {
			const end = page.indexOf("</style>", at);
			element.children.push(page.slice(at, end));
			at = end + "</style>".length;
		} else if (!VOID.has(name)) open.push(element);
	}
	if (open.length > 1) throw new Error(`<${open.at(-1)?.name}> is not closed`);
	return root;
}

/** All elements below this one, in the order of the page. */
export function elementsOf(element: PageElement): PageElement[] {
	return element.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...elementsOf(child)]));
}

export function textOf(node: PageNode): string {
	return typeof node === "string" ? node : node.children.map(textOf).join("");
}

/** The elements with this class. */
export function withClass(page: PageElement, name: string): PageElement[] {
	return elementsOf(page).filter(({ attributes }) => attributes["class"]?.split(" ").includes(name));
}

function readAttributes(source: string): Record<string, string> {
	return Object.fromEntries(
		Array.from(source.matchAll(ATTRIBUTE), ([, name = "", value = ""]) => [name, readText(value)]),
	);
}

function readText(source: string): string {
	if (source.includes(">")) throw new Error(`unescaped > in ${source.slice(0, 40)}`);
	return source.replace(/&([^;]*);?/g, (whole, name: string) => {
		const character = ENTITIES[name];
		if (character === undefined) throw new Error(`unescaped & in ${whole}`);
		return character;
	});
}
