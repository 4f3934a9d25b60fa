/** Stands for what foreign code threw, so that a failure is a value as soon as it leaves the fence. */
export class Thrown {
	readonly error: unknown;

	constructor(error: unknown) {
		this.error = error;
	}
}
