/** Name and property descriptor of a decorated member. */
type Member = readonly [key?: PropertyKey, given?: unknown];

type Decorator = (target: unknown, key?: PropertyKey, descriptor?: unknown) => unknown;

/**
 * What the transformer calls for TypeScript's decorators (`experimentalDecorators`): each decorator, last first, may
 * replace the class, or the property descriptor, that it decorates.
 */
function decorate(decorators: readonly Decorator[], target: object, ...member: Member): unknown {
	const [key, given] = member;
	if (key === undefined) {
		return decorators.reduceRight<unknown>((current, decorator) => decorator(current) ?? current, target);
	}
	// The transformer passes null where the member's descriptor is wanted, undefined for fields, which have none.
	const initial = given === null ? Object.getOwnPropertyDescriptor(target, key) : given;
	const descriptor = decorators.reduceRight<unknown>(
		(current, decorator) => decorator(target, key, current) ?? current,
		initial,
	);
	if (descriptor !== undefined) Object.defineProperty(target, key, descriptor as PropertyDescriptor);
	return descriptor;
}

/** Adapts a parameter decorator, which also learns the index of the parameter. */
function decorateParam(index: number, decorator: (target: unknown, key: unknown, index: number) => void): Decorator {
	return (target, key) => {
		decorator(target, key, index);
	};
}

/** Served to modules under the name by which the transformer looks for helpers. */
export const decoratorSupport: Readonly<Record<string, unknown>> = { decorate, decorateParam };
