/** Lets a fixed number of holders in; the others wait in the order they came. */
export interface Semaphore {
	/**
	 * Waits for a free place.
	 * @returns the call that gives the place back; further calls of it do nothing
	 * @throws the signal's reason when it aborts first
	 */
	acquire(signal: AbortSignal): Promise<() => void>;
}

export function createSemaphore(places: number): Semaphore {
	let free = places;
	const waiting = new Set<() => void>();

	function release(): void {
		const [next] = waiting;
		if (next === undefined) {
			free++;
			return;
		}
		waiting.delete(next);
		next();
	}

	function releaseOnce(): () => void {
		let isHeld = true;
		return () => {
			if (isHeld) release();
			isHeld = false;
		};
	}

	return {
		async acquire(signal) {
			signal.throwIfAborted();
			if (free > 0) {
				free--;
				return releaseOnce();
			}
			return new Promise((resolve, reject) => {
				const giveUp = () => {
					waiting.delete(enter);
					reject(signal.reason);
				};
				const enter = () => {
					signal.removeEventListener('abort', giveUp);
					resolve(releaseOnce());
				};
				waiting.add(enter);
				signal.addEventListener('abort', giveUp, { once: true });
			});
		},
	};
}
