export type Conditions = ReadonlySet<string>;

export const IMPORT_CONDITIONS: Conditions = new Set(["node", "import", "module-sync", "node-addons", "default"]);
export const REQUIRE_CONDITIONS: Conditions = new Set(["node", "require", "module-sync", "node-addons", "default"]);

type ConditionMap = Readonly<Record<string, unknown>>;

/**
 * The target that a package's `exports` gives for a subpath (`.` or `./x`), or its `imports` for a `#name`; undefined
 * when it gives none. Follows Node's rules: exact keys first, then the pattern with the longest text before its star.
 */
export function matchTarget(field: unknown, key: string, conditions: Conditions): string | undefined {
	const map = isSubpathMap(field) ? field : key === "." ? { ".": field } : {};
	if (Object.hasOwn(map, key) && !key.includes("*")) return pickTarget(map[key], "", conditions);
	let best: { readonly pattern: string; readonly filling: string } | undefined;
	for (const pattern of Object.keys(map)) {
		const filling = fillStar(pattern, key);
		if (filling === undefined) continue;
		if (best === undefined || pattern.indexOf("*") > best.pattern.indexOf("*")) best = { pattern, filling };
	}
	return best === undefined ? undefined : pickTarget(map[best.pattern], best.filling, conditions);
}

function isSubpathMap(field: unknown): field is ConditionMap {
	if (typeof field !== "object" || field === null || Array.isArray(field)) return false;
	return Object.keys(field).some((key) => key.startsWith(".") || key.startsWith("#"));
}

function fillStar(pattern: string, key: string): string | undefined {
	const star = pattern.indexOf("*");
	if (star < 0) return undefined;
	const before = pattern.slice(0, star);
	const after = pattern.slice(star + 1);
	if (key.length < pattern.length || !key.startsWith(before) || !key.endsWith(after)) return undefined;
	return key.slice(before.length, key.length - after.length);
}

function pickTarget(target: unknown, filling: string, conditions: Conditions): string | undefined {
	if (typeof target === "string") return target.replaceAll("*", filling);
	if (Array.isArray(target)) {
		for (const one of target as unknown[]) {
			const found = pickTarget(one, filling, conditions);
			if (found !== undefined) return found;
		}
		return undefined;
	}
	if (typeof target !== "object" || target === null) return undefined;
	for (const [condition, value] of Object.entries(target)) {
		if (!conditions.has(condition)) continue;
		// A null closes the subpath: no later condition opens it again.
		if (value === null) return undefined;
		const found = pickTarget(value, filling, conditions);
		if (found !== undefined) return found;
	}
	return undefined;
}
