import { FairQueue, type Place } from '../turns/fairQueue.ts';

/** How long the network may keep a page waiting before others get its place, in milliseconds. */
const PATIENCE_MS = 3000;

/** For each place so many pages more are open while they wait for the network. */
const AWAY_FOR_EACH_PLACE = 4;

/** Of four places one is kept for pages that are not one of many. */
const RESERVED_SHARE = 1 / 4;

/**
 * The places of the pages that are open. A page that the network keeps waiting gives its place to
 * others meanwhile, so that servers which send byte by byte hold nobody up; there is a limit to how many
 * of those are open, too.
 */
export class PagePlaces {
	readonly #queue: FairQueue;
	readonly #mostAway: number;
	#away = 0;

	/** @param places pages that work at a time */
	constructor(places: number) {
		this.#queue = new FairQueue(places, Math.floor(places * RESERVED_SHARE));
		this.#mostAway = places * AWAY_FOR_EACH_PLACE;
	}

	/** How many pages are open, and how many callers wait for a place. */
	count(): { open: number; waiting: number } {
		return { open: this.#queue.held + this.#away, waiting: this.#queue.waiting };
	}

	/** Has a page stay while it is used. @throws the signal's reason while it waits for its place */
	async host<Result>(signal: AbortSignal, use: (stay: Stay) => Promise<Result>): Promise<Result> {
		let place: Place | undefined = await this.#queue.take(signal);
		const leave = (): boolean => {
			if (this.#away >= this.#mostAway) return false;
			this.#away += 1;
			place?.release();
			place = undefined;
			return true;
		};
		const comeBack = async (): Promise<void> => {
			try {
				place = await this.#queue.take(signal);
			} finally {
				this.#away -= 1;
			}
		};
		const stay: Stay = {
			isWanted: () => place?.isWanted() ?? true,
			async waitForNetwork(work) {
				let isAway = false;
				const timer = setTimeout(() => (isAway = leave()), PATIENCE_MS);
				try {
					return await work();
				} finally {
					clearTimeout(timer);
					if (isAway) await comeBack();
				}
			},
		};
		try {
			return await use(stay);
		} finally {
			place?.release();
		}
	}
}

/** What a page that is open knows of its place. */
export interface Stay {
	/** Whether somebody waits for a place who has less of them: pages that go on should come to an end. */
	isWanted(): boolean;
	/** Does what the network may draw out. One at a time. */
	waitForNetwork<Result>(work: () => Promise<Result>): Promise<Result>;
}
