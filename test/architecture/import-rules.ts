import { posix } from "node:path";
import { type Finding, isTest, perFile, type Rule } from "./finding.ts";
import { HOUSE, type Place, placeOf } from "./house.ts";
import type { ImportArrow } from "./read-imports.ts";
import type { Manifest, Repository, SourceFile } from "./repository.ts";

/** A file imports from its own room or from a lower floor of its package, never up, never sideways. */
export const floorRule: Rule = perFile((file) => {
	const place = placeOf(file.path);
	if (place === undefined) return [];
	if (place.floor === -1)
		return [finding("floor", file, `the room ${place.room} is not in the plan of ${place.plan.name}`)];
	return file.imports.filter(isRelative).flatMap((arrow) => {
		const complaint = judgeArrow(file, place, arrow);
		return complaint === undefined ? [] : [finding("floor", file, `line ${arrow.line}: ${complaint}`)];
	});
});

function judgeArrow(file: SourceFile, place: Place, arrow: ImportArrow): string | undefined {
	const target = targetOf(file.path, arrow.specifier);
	const other = placeOf(target);
	if (other === undefined) {
		const ownTest = isTest(file.path) && target.startsWith(`packages/${place.folder}/`);
		return ownTest ? undefined : `${arrow.specifier} leaves src`;
	}
	if (other.folder !== place.folder) return undefined;
	if (other.room === place.room || (other.floor !== -1 && other.floor < place.floor)) return undefined;
	const direction = other.floor === place.floor ? "sideways" : "up";
	return `${place.room} imports ${direction} from ${other.room} (${arrow.specifier})`;
}

/** No file reaches itself through relative imports, type-only and lazy ones included. */
export const circleRule: Rule = ({ files }) => {
	const graph = new Map(files.map((file) => [file.path, file.imports.filter(isRelative)]));
	const targets = (path: string): string[] => (graph.get(path) ?? []).map((arrow) => targetOf(path, arrow.specifier));
	return findCircles(Array.from(graph.keys()), targets).map((circle) => ({
		rule: "circle",
		path: circle[0] ?? "",
		message: `imports itself: ${[...circle, circle[0]].join(" -> ")}`,
	}));
};

/** Depth-first search; one circle is reported for each arrow that closes one. */
function findCircles(paths: readonly string[], targets: (path: string) => string[]): string[][] {
	const done = new Set<string>();
	const trail: string[] = [];
	const circles: string[][] = [];
	const visit = (path: string): void => {
		if (done.has(path)) return;
		const entered = trail.indexOf(path);
		if (entered !== -1) {
			circles.push(trail.slice(entered));
			return;
		}
		trail.push(path);
		targets(path).forEach(visit);
		trail.pop();
		done.add(path);
	};
	paths.forEach(visit);
	return circles;
}

/** Between packages only by name, only downwards, only what the manifest declares; Node's modules as `node:…`. */
export const packageImportRule: Rule = perFile((file, repository) =>
	file.imports.flatMap((arrow) => {
		const complaint = isRelative(arrow) ? judgeRelative(file, arrow) : judgeName(file, arrow, repository);
		return complaint === undefined ? [] : [finding("package-import", file, `line ${arrow.line}: ${complaint}`)];
	}),
);

function judgeRelative(file: SourceFile, arrow: ImportArrow): string | undefined {
	const inside = /^packages\/([^/]+)\/src\//.exec(targetOf(file.path, arrow.specifier))?.[1];
	if (inside === undefined || file.path.startsWith(`packages/${inside}/`)) return undefined;
	return `${arrow.specifier} reaches into the package ${inside}`;
}

function judgeName(file: SourceFile, { specifier, lazy }: ImportArrow, repository: Repository): string | undefined {
	if (specifier.startsWith("node:") || file.path.startsWith("examples/")) return undefined;
	const name = packageName(specifier);
	const plan = Object.entries(HOUSE).find(([, candidate]) => candidate.name === name);
	if (plan !== undefined) {
		const doors = repository.manifests[`packages/${plan[0]}`]?.exports ?? { ".": true };
		const door = `.${specifier.slice(name.length)}`;
		if (door !== "." && !(door in doors)) return `${specifier} is a deep import of ${name}`;
	}
	const place = placeOf(file.path);
	if (place !== undefined && !isTest(file.path) && plan !== undefined) {
		if (name === place.plan.name)
			return file.path === place.plan.servesItself && lazy ? undefined : `imports itself as ${name}`;
		if (!place.plan.mayImport.includes(name)) return `${place.plan.name} may not import ${name}`;
	}
	return declaredNames(file.path, repository).has(name) ? undefined : `${name} is not declared in package.json`;
}

function declaredNames(path: string, { manifests }: Repository): Set<string> {
	const folder = /^packages\/[^/]+|^conformance(?=\/)/.exec(path)?.[0];
	const own = manifests[folder ?? "."] ?? {};
	const usesRoot = folder === undefined || folder === "conformance" || isTest(path);
	return new Set([
		...namesIn(own),
		...(usesRoot ? [...namesIn(manifests["."] ?? {}), ...Object.values(HOUSE).map((plan) => plan.name)] : []),
	]);
}

function namesIn(manifest: Manifest): string[] {
	const groups = [
		manifest.dependencies,
		manifest.devDependencies,
		manifest.peerDependencies,
		manifest.optionalDependencies,
	];
	return groups.flatMap((group) => Object.keys(group ?? {}));
}

/** Relative imports name the file that exists, with its ending. */
export const importEndingRule: Rule = perFile((file) =>
	file.imports
		.filter((arrow) => isRelative(arrow) && !/\.(?:ts|mjs|json)$/.test(arrow.specifier))
		.filter(() => file.path.endsWith(".ts"))
		.map((arrow) => finding("import-ending", file, `line ${arrow.line}: ${arrow.specifier} does not end in .ts`)),
);

function isRelative({ specifier }: ImportArrow): boolean {
	return /^\.{1,2}(?:\/|$)/.test(specifier);
}

function targetOf(path: string, specifier: string): string {
	return posix.join(posix.dirname(path), specifier);
}

function packageName(specifier: string): string {
	return specifier.split("/", specifier.startsWith("@") ? 2 : 1).join("/");
}

function finding(rule: "floor" | "package-import" | "import-ending", file: SourceFile, message: string): Finding {
	return { rule, path: file.path, message };
}
