import type { CDPSession } from 'playwright-core';

/**
 * The clock of a page. In virtual time the browser does not wait for the page's timers: as soon as a
 * page has nothing else to do, its clock jumps to the next timer. Once begun it can't be left.
 */
export interface PageClock {
	/** Whether the page lives in virtual time. */
	isVirtual(): boolean;
	/**
	 * Begins virtual time, or a further stretch of it, and returns at once. At its end the clock stands
	 * still.
	 * @param budgetMs by how much the page's clock may go on
	 * @param waitsForNetwork whether the clock stands while the page loads anything
	 */
	grant(budgetMs: number, waitsForNetwork: boolean): void;
	/**
	 * Waits until the latest stretch has been used up.
	 * @returns false at the time limit
	 */
	waitForEnd(timeLimitMs: number): Promise<boolean>;
	/** Lets the clock go on, as fast as the page can, so that it can be drawn or left. */
	release(): void;
}

export function createClock(session: CDPSession): PageClock {
	let isVirtual = false;
	let stretch = Promise.withResolvers<void>();

	session.on('Emulation.virtualTimeBudgetExpired', () => stretch.resolve());

	function setPolicy(parameters: {
		policy: 'advance' | 'pauseIfNetworkFetchesPending';
		budget?: number;
	}): void {
		isVirtual = true;
		// Not waited for: a page whose scripts never pause does not answer, a closed one neither.
		session.send('Emulation.setVirtualTimePolicy', parameters).catch(() => undefined);
	}

	return {
		isVirtual: () => isVirtual,
		grant(budgetMs, waitsForNetwork) {
			stretch = Promise.withResolvers();
			const policy = waitsForNetwork ? 'pauseIfNetworkFetchesPending' : 'advance';
			setPolicy({ policy, budget: budgetMs });
		},
		async waitForEnd(timeLimitMs) {
			let timer: NodeJS.Timeout | undefined;
			const limit = new Promise<false>((resolve) => {
				timer = setTimeout(() => resolve(false), Math.max(0, timeLimitMs));
			});
			const end = stretch.promise.then(() => true);
			return Promise.race([end, limit]).finally(() => clearTimeout(timer));
		},
		release() {
			if (isVirtual) setPolicy({ policy: 'advance' });
		},
	};
}
