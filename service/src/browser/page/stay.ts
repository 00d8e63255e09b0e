import { FairQueue, type Place } from '../../turns/fairQueue.ts';
import { currentTurn, type Turn } from '../../turns/turn.ts';
import { AwayPages } from './awayPages.ts';

/** How long a page may wait for the network before others get its place, in milliseconds. */
const PATIENCE_MS = 3000;

/** The same for a page whose own response has not ended, while somebody with fewer places waits. */
const ARRIVAL_MS = 250;

/** Maximum number of further open pages, per place, that wait for the network; half of them for one key. */
const AWAY_FOR_EACH_PLACE = 8;

/** One in four places is reserved for pages that are not one of many. */
const RESERVED_SHARE = 1 / 4;

/**
 * The places of open pages. A page that waits for the network gives its place to others
 * meanwhile, so that servers that send byte by byte delay nobody. The number of such pages is limited,
 * too, and a key whose pages may no longer leave their places does not get the last one: its slow pages would
 * keep everybody else waiting.
 */
export class PagePlaces {
	readonly #queue: FairQueue;
	readonly #away: AwayPages;

	/** @param places number of pages that work at a time */
	constructor(places: number) {
		this.#queue = new FairQueue(places, Math.floor(places * RESERVED_SHARE));
		this.#away = new AwayPages(places * AWAY_FOR_EACH_PLACE);
	}

	/** How many pages are open, and how many callers wait for a place. */
	count(): { open: number; waiting: number } {
		return { open: this.#queue.held + this.#away.total, waiting: this.#queue.waiting };
	}

	/** Gives a page a place while it is used. @throws the signal's reason while it waits for its place */
	async host<Result>(signal: AbortSignal, use: (stay: Stay) => Promise<Result>): Promise<Result> {
		const turn = currentTurn();
		const mayTakeLast = () => this.#away.isEmptyFor(turn) || this.#away.hasRoomFor(turn);
		const place = await this.#queue.take(signal, mayTakeLast);
		const stay = new PageStay(this, turn, signal, place);
		try {
			return await use(stay);
		} finally {
			stay.end();
		}
	}

	/** Lets a page be open without its place, unless too many are. */
	leave(turn: Turn): boolean {
		if (!this.#away.hasRoomFor(turn)) return false;
		this.#away.add(turn);
		return true;
	}

	/** Waits for a place for a page that is away: its network wait is over. @throws the signal's reason */
	takeAgain(signal: AbortSignal): Promise<Place> {
		return this.#queue.take(signal);
	}

	/** Records that a page without a place has one again, or was closed. */
	endLeave(turn: Turn): void {
		this.#away.remove(turn);
		this.#queue.reconsider();
	}
}

/** An open page's view of its place. */
export interface Stay {
	/** Whether somebody with fewer places waits for one: pages that continue should finish. */
	isWanted(): boolean;
	/**
	 * Runs work that the network may prolong. One at a time.
	 * @param isArriving whether there is little to do yet but wait for a server. Default: no
	 */
	waitForNetwork<Result>(work: () => Promise<Result>, isArriving?: () => boolean): Promise<Result>;
}

/** One page's time with or without its place. Work on a page that has crashed may end long after the stay. */
class PageStay implements Stay {
	readonly #places: PagePlaces;
	readonly #turn: Turn;
	readonly #signal: AbortSignal;
	readonly #end = new AbortController();
	/** While the page is away it is lent. */
	#place: Place;
	#isAway = false;

	constructor(places: PagePlaces, turn: Turn, signal: AbortSignal, place: Place) {
		this.#places = places;
		this.#turn = turn;
		this.#signal = AbortSignal.any([signal, this.#end.signal]);
		this.#place = place;
	}

	isWanted(): boolean {
		return this.#isAway || this.#place.isWanted();
	}

	async waitForNetwork<Result>(
		work: () => Promise<Result>,
		isArriving?: () => boolean,
	): Promise<Result> {
		// Repeatedly: if it may not leave yet, it may once others have come back.
		const timer = setInterval(() => this.#leave(), PATIENCE_MS);
		const looking =
			isArriving &&
			setInterval(() => {
				if (isArriving() && this.isWanted()) this.#leave();
			}, ARRIVAL_MS);
		try {
			return await work();
		} finally {
			clearInterval(timer);
			clearInterval(looking);
			if (this.#isAway) await this.#comeBack();
		}
	}

	/** Gives up the place and, for a page that is away, its count. */
	end(): void {
		this.#end.abort(new Error('The page is closed'));
		if (this.#isAway) this.#places.endLeave(this.#turn);
		this.#place.release();
	}

	#leave(): void {
		if (this.#end.signal.aborted || this.#isAway || !this.#places.leave(this.#turn)) return;
		this.#isAway = true;
		this.#place.lend();
	}

	async #comeBack(): Promise<void> {
		// From here on it waits like any other.
		this.#place.release();
		const place = await this.#places.takeAgain(this.#signal);
		if (this.#end.signal.aborted) return place.release();
		this.#place = place;
		this.#isAway = false;
		this.#places.endLeave(this.#turn);
	}
}
