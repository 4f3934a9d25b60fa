/** A time of the session, in UTC: the reader's place is not known. */
export function formatTime(time: string | number): string {
	const date = new Date(time);
	return Number.isNaN(date.getTime()) ? "" : `${date.toISOString().slice(0, 19).replace("T", " ")} UTC`;
}

export function formatDuration(milliseconds: number): string {
	return milliseconds < 1_000 ? `${Math.round(milliseconds)} ms` : `${(milliseconds / 1_000).toFixed(1)} s`;
}

/** With groups of three digits. */
export function formatCount(count: number): string {
	return String(Math.round(count)).replace(/\B(?=(\d{3})+$)/g, " ");
}
