// With the `u` flag a surrogate class matches unpaired surrogates only.
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** The text without unpaired surrogates, which are not valid Unicode and which providers refuse. */
export function removeLoneSurrogates(text: string): string {
	return LONE_SURROGATE.test(text) ? text.replace(LONE_SURROGATES, "") : text;
}
