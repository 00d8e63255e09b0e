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
		const stay = new PageStay(this, signal, await this.take(signal));
		try {
			return await use(stay);
		} finally {
			stay.end();
		}
	}

	/** Waits for a place. @throws the signal's reason */
	take(signal: AbortSignal): Promise<Place> {
		return this.#queue.take(signal);
	}

	/** Lets a page be open without a place, if not too many are. */
	leave(): boolean {
		if (this.#away >= this.#mostAway) return false;
		this.#away += 1;
		return true;
	}

	/** A page that was open without a place has one again, or has been closed. */
	comeBack(): void {
		this.#away -= 1;
	}
}

/** What a page that is open knows of its place. */
export interface Stay {
	/** Whether somebody waits for a place who has less of them: pages that go on should come to an end. */
	isWanted(): boolean;
	/** Does what the network may draw out. One at a time. */
	waitForNetwork<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** One page's time with or without its place. Work on a page that has crashed may end long after the stay. */
class PageStay implements Stay {
	readonly #places: PagePlaces;
	readonly #signal: AbortSignal;
	readonly #end = new AbortController();
	/** Undefined while the page is away. */
	#place: Place | undefined;

	constructor(places: PagePlaces, signal: AbortSignal, place: Place) {
		this.#places = places;
		this.#signal = AbortSignal.any([signal, this.#end.signal]);
		this.#place = place;
	}

	isWanted(): boolean {
		return this.#place?.isWanted() ?? true;
	}

	async waitForNetwork<Result>(work: () => Promise<Result>): Promise<Result> {
		const timer = setTimeout(() => this.#leave(), PATIENCE_MS);
		try {
			return await work();
		} finally {
			clearTimeout(timer);
			if (this.#place === undefined) await this.#comeBack();
		}
	}

	/** Gives up the place or, for a page that is away, what counts it. */
	end(): void {
		this.#end.abort(new Error('The page is closed'));
		if (this.#place === undefined) this.#places.comeBack();
		this.#place?.release();
	}

	#leave(): void {
		if (this.#end.signal.aborted || this.#place === undefined || !this.#places.leave()) return;
		this.#place.release();
		this.#place = undefined;
	}

	async #comeBack(): Promise<void> {
		const place = await this.#places.take(this.#signal);
		if (this.#end.signal.aborted) return place.release();
		this.#place = place;
		this.#places.comeBack();
	}
}
