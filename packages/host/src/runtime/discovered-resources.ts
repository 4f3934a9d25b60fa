import type { ResourcesDiscoverResult } from "../extension-api/events/resource-events.ts";
import type { Given } from "../extensions/hooks/course.ts";
import type { DiscoveredPath } from "../resources/resource-locations.ts";

/** What extensions brought along, by kind, in load order (E02). */
export interface DiscoveredResources {
	readonly skills: readonly DiscoveredPath[];
	readonly prompts: readonly DiscoveredPath[];
	readonly rules: readonly DiscoveredPath[];
	readonly themes: readonly DiscoveredPath[];
}

/** The answers to `resources_discover` in one; `undefined` when nobody named anything. */
export function gatherResources(
	given: readonly Given<ResourcesDiscoverResult>[] | undefined,
): DiscoveredResources | undefined {
	const pick = (key: "skillPaths" | "promptPaths" | "rulePaths" | "themePaths"): DiscoveredPath[] =>
		(given ?? []).flatMap(({ owner, answer }) => (answer[key] ?? []).map((path) => ({ path, owner: owner.path })));
	const found = {
		skills: pick("skillPaths"),
		prompts: pick("promptPaths"),
		rules: pick("rulePaths"),
		themes: pick("themePaths"),
	};
	return Object.values(found).some((paths) => paths.length > 0) ? found : undefined;
}
