/** Wakes those who wait for something to change. */
export interface Bell {
	ring(): void;
	/** Resolves at the next ring, or when the time is over. */
	wait(timeoutMs: number): Promise<void>;
}

export function createBell(): Bell {
	let sleepers = new Set<() => void>();
	return {
		ring() {
			const woken = sleepers;
			sleepers = new Set();
			for (const wake of woken) wake();
		},
		wait(timeoutMs) {
			const { promise, resolve } = Promise.withResolvers<void>();
			const wake = () => {
				clearTimeout(timer);
				sleepers.delete(wake);
				resolve();
			};
			const timer = setTimeout(wake, timeoutMs);
			sleepers.add(wake);
			return promise;
		},
	};
}
