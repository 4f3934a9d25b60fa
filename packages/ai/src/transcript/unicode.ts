// With the `u` flag a surrogate class matches unpaired surrogates only.
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** In every supported Node, but younger than the library that the compiler is told about. */
interface CheckedText {
	isWellFormed(): boolean;
}

/** Whether the text holds no unpaired surrogates. Of texts without characters beyond Latin-1 that costs nothing. */
function isWellFormed(text: string): boolean {
	return (text as unknown as CheckedText).isWellFormed();
}

/** The text without unpaired surrogates, which are not valid Unicode and which providers refuse. */
export function removeLoneSurrogates(text: string): string {
	return isWellFormed(text) ? text : text.replace(LONE_SURROGATES, "");
}

/** The same for all keys and texts of a JSON value. Members without unpaired surrogates stay the objects they are. */
export function removeLoneSurrogatesDeep<T>(value: T): T {
	return clean(value) as T;
}

function clean(value: unknown): unknown {
	if (typeof value === "string") return removeLoneSurrogates(value);
	if (typeof value !== "object" || value === null || isClean(value)) return value;
	if (Array.isArray(value)) return value.map(clean);
	return Object.fromEntries(
		Object.entries(value).map(([key, member]) => [removeLoneSurrogates(key), clean(member)] as const),
	);
}

function isClean(value: unknown): boolean {
	if (typeof value === "string") return isWellFormed(value);
	if (typeof value !== "object" || value === null) return true;
	if (Array.isArray(value)) return value.every(isClean);
	return Object.entries(value).every(([key, member]) => isWellFormed(key) && isClean(member));
}
