/** White space a line may break at: the blanks of Unicode without the three no-break ones (U+00A0, U+2007, U+202F). */
export function isBreakingSpace(codePoint: number): boolean {
	if (codePoint === 0x20 || codePoint === 0x09) return true;
	if (codePoint < 0x1680) return false;
	return (
		codePoint === 0x1680 ||
		(codePoint >= 0x2000 && codePoint <= 0x200a && codePoint !== 0x2007) ||
		codePoint === 0x205f ||
		codePoint === 0x3000
	);
}

/** Scripts written without spaces whose characters may be parted anywhere: Han, kana, Hangul and their punctuation. */
export function isIdeographic(codePoint: number): boolean {
	if (codePoint < 0x2e80) return false;
	return (
		codePoint <= 0x33ff ||
		(codePoint >= 0x3400 && codePoint <= 0x4dbf) ||
		(codePoint >= 0x4e00 && codePoint <= 0x9fff) ||
		(codePoint >= 0xac00 && codePoint <= 0xd7a3) ||
		(codePoint >= 0xf900 && codePoint <= 0xfaff) ||
		(codePoint >= 0xff01 && codePoint <= 0xffdc) ||
		(codePoint >= 0x20000 && codePoint <= 0x3fffd)
	);
}

/** Closing marks, small kana and length marks never begin a line (JIS X 4051, as far as it concerns a terminal). */
const NOT_AT_START: ReadonlySet<string> = new Set(
	"、。，．・：；？！）」』】〉》〕］｝〗〙’”…‥ー々ゝゞヽヾぁぃぅぇぉっゃゅょゎァィゥェォッャュョヮヵヶ｡､｣･ｰ,.:;?!)]}",
);

/** Opening marks never end a line. */
const NOT_AT_END: ReadonlySet<string> = new Set("（「『【〈《〔［｛〖〘‘“｢([{");

/** Whether a character must stay with the one before it. */
export function forbidsBreakBefore(codePoint: number): boolean {
	return NOT_AT_START.has(String.fromCodePoint(codePoint));
}

/** Whether a character must stay with the one after it. */
export function forbidsBreakAfter(codePoint: number): boolean {
	return NOT_AT_END.has(String.fromCodePoint(codePoint));
}
