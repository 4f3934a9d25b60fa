let active = false;

/** Tells the key parser whether the terminal speaks the Kitty keyboard protocol; whoever drives the terminal calls it. */
export function setKittyProtocolActive(value: boolean): void {
	active = value;
}

/** Whether the terminal speaks the Kitty keyboard protocol. */
export function isKittyProtocolActive(): boolean {
	return active;
}
