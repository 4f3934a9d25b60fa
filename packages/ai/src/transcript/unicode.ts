// With the `u` flag a surrogate class matches unpaired surrogates only.
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The text without unpaired surrogates, which are not valid Unicode and which providers refuse. */
export function removeLoneSurrogates(text: string): string {
	return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, "") : text;
}

/** The same for all keys and texts of a JSON value. Members without unpaired surrogates stay the objects they are. */
export function removeLoneSurrogatesDeep<T>(value: T): T {
	return clean(value) as T;
}

function clean(value: unknown): unknown {
	if (typeof value === "string") return removeLoneSurrogates(value);
	if (typeof value !== "object" || value === null) return value;
	if (Array.isArray(value)) {
		const cleaned = value.map(clean);
		return cleaned.some((item, at) => item !== value[at]) ? cleaned : value;
	}
	const entries = Object.entries(value).map(([key, member]) => [removeLoneSurrogates(key), clean(member)] as const);
	const isClean = Object.entries(value).every(([key, member], at) => {
		const [cleanKey, cleanMember] = entries[at] ?? [];
		return cleanKey === key && cleanMember === member;
	});
	return isClean ? value : Object.fromEntries(entries);
}
