/** One mapping: generated line and column, source line and column, all from 0. */
export const MAPPING_WIDTH: number = 4;

const DIGITS: Uint8Array = new Uint8Array(128);
for (const [value, digit] of [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"].entries()) {
	DIGITS[digit.charCodeAt(0)] = value;
}

const COMMA: number = 44;
const SEMICOLON: number = 59;
const CONTINUES: number = 32;

/**
 * The `mappings` text of a source map with one source, as a flat list of quadruples (see MAPPING_WIDTH) in generated
 * order. Segments without a source position are left out.
 */
export function decodeMappings(mappings: string): Int32Array {
	// A segment with a source position takes five characters or more with its separator.
	const decoded = new Int32Array(Math.ceil((mappings.length + 1) / 5) * MAPPING_WIDTH);
	let size = 0;
	let generatedLine = 0;
	let generatedColumn = 0;
	let sourceLine = 0;
	let sourceColumn = 0;
	let field = 0;
	let value = 0;
	let shift = 0;
	for (let index = 0; index < mappings.length; index++) {
		const code = mappings.charCodeAt(index);
		if (code === COMMA || code === SEMICOLON) {
			field = 0;
			if (code === SEMICOLON) {
				generatedLine++;
				generatedColumn = 0;
			}
			continue;
		}
		const digit = DIGITS[code] ?? 0;
		value |= (digit & 31) << shift;
		shift += 5;
		if ((digit & CONTINUES) !== 0) continue;
		const delta = (value & 1) === 1 ? -(value >>> 1) : value >>> 1;
		value = shift = 0;
		if (field === 0) generatedColumn += delta;
		else if (field === 2) sourceLine += delta;
		else if (field === 3) {
			sourceColumn += delta;
			decoded[size] = generatedLine;
			decoded[size + 1] = generatedColumn;
			decoded[size + 2] = sourceLine;
			decoded[size + 3] = sourceColumn;
			size += MAPPING_WIDTH;
		}
		field++;
	}
	return decoded.subarray(0, size);
}
