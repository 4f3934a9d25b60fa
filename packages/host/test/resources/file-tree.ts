import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { createBrand } from "../../src/platform/brand.ts";
import type { DiscoveryContext } from "../../src/resources/discovery-options.ts";
import { DISK } from "../../src/resources/resource-files.ts";

/** Content of a file, or `-> target` for a link. */
export type Tree = Readonly<Record<string, string>>;

/** A temporary home with a project in it, removed with `dispose`. */
export interface FileTree {
	readonly root: string;
	readonly context: DiscoveryContext;
	/** The path below the root. */
	at(path: string): string;
	/** Paths relative to the root, for comparisons. */
	short(paths: Iterable<string>): string[];
	/** A text with the root cut out. */
	strip(text: string): string;
	add(tree: Tree): void;
	dispose(): void;
}

export function createFileTree(tree: Tree): FileTree {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "tau-resources-")));
	const at = (path: string) => join(root, path);
	const add = (added: Tree) => {
		for (const [path, content] of Object.entries(added)) {
			mkdirSync(dirname(at(path)), { recursive: true });
			if (content.startsWith("-> ")) symlinkSync(at(content.slice(3)), at(path));
			else writeFileSync(at(path), content);
		}
	};
	mkdirSync(at("work"), { recursive: true });
	add(tree);
	return {
		root,
		at,
		add,
		short: (paths) => [...paths].map((path) => relative(root, path)),
		strip: (text) => text.replaceAll(`${root}/`, ""),
		dispose: () => rmSync(root, { recursive: true, force: true }),
		context: {
			folders: {
				home: root,
				cwd: at("work"),
				agentDir: at("agent"),
				projectDir: at("work/.pi"),
				compatibility: [{ user: at(".grip/agent"), project: at("work/.grip") }],
			},
			files: DISK,
			manifestKeys: createBrand({}).manifestKeys,
			projectTrusted: true,
		},
	};
}
