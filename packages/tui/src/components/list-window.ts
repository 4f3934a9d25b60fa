/** The stretch of a list that is shown: the selected row in its middle, unless an end of the list is nearer. */
export function visibleRange(selected: number, count: number, maxVisible: number): { start: number; end: number } {
	const size = Math.max(1, maxVisible);
	const start = Math.max(0, Math.min(selected - Math.floor(size / 2), count - size));
	return { start, end: Math.min(start + size, count) };
}

/** An index that goes round at the ends of a list. */
export function wrapIndex(index: number, count: number): number {
	return count === 0 ? 0 : (index + count) % count;
}
