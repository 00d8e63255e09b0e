/**
 * Searches that were asked to stop while running. They stay active until their next checkpoint, and
 * then fail (reference, "Search job" states), so the queue's own cancelling does not fit.
 */
export class Cancellations {
	readonly #jobIds = new Set<string>();

	add(jobId: string): void {
		this.#jobIds.add(jobId);
	}

	has(jobId: string): boolean {
		return this.#jobIds.has(jobId);
	}

	forget(jobId: string): void {
		this.#jobIds.delete(jobId);
	}
}
