/** The part behind the timestamp that counts up: 12 bits before the variant, 20 bits behind it. */
const LAST_SEQUENCE = 0xffff_ffff;

let lastTime = 0;
let sequence: number | undefined;

/**
 * A UUID of version 7 (RFC 9562). Ids made by one process sort in the order they were made in, also within one
 * millisecond and when the clock is set back; a given timestamp is kept exactly.
 */
export function uuidv7(timestampMs?: number): string {
	advance();
	if (timestampMs === undefined) lastTime = Math.max(lastTime, Date.now());
	return format(timestampMs ?? lastTime, sequence ?? 0);
}

/** Begins at a random place in the lower half, so that ids of two processes differ and there is room to count. */
function advance(): void {
	if (sequence === undefined) {
		sequence = (crypto.getRandomValues(new Uint32Array(1))[0] ?? 0) >>> 1;
	} else if (sequence < LAST_SEQUENCE) sequence += 1;
	else {
		sequence = 0;
		lastTime += 1;
	}
}

function format(time: number, count: number): string {
	const random = crypto.getRandomValues(new Uint8Array(8));
	const tail = Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
	const timestamp = hex(Math.max(0, Math.floor(time)), 12);
	// RFC 9562: the version in the top of the third group, the variant in the top two bits of the fourth.
	const high = hex(0x7000 | (count >>> 20), 4);
	const middle = hex(0x8000 | ((count >>> 6) & 0x3fff), 4);
	const low = hex(((count & 0x3f) << 2) | ((random[0] ?? 0) & 3), 2);
	return `${timestamp.slice(0, 8)}-${timestamp.slice(8)}-${high}-${middle}-${low}${tail.slice(2, 12)}`;
}

function hex(value: number, digits: number): string {
	return value.toString(16).padStart(digits, "0").slice(-digits);
}
