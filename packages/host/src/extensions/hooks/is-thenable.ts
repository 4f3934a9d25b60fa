/** Whether foreign code answered with a promise of its answer. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
	return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
