import { FairQueue, type Place } from '../turns/fairQueue.ts';
import { currentTurn, type Turn } from '../turns/turn.ts';
import { AwayPages } from './awayPages.ts';

/** How long the network may keep a page waiting before others get its place, in milliseconds. */
const PATIENCE_MS = 3000;

/** The same for a page whose own answer has not come to its end, while somebody waits who has fewer places. */
const ARRIVAL_MS = 250;

/** For each place, at most this many more pages are open while they wait for the network; half of them for one key. */
const AWAY_FOR_EACH_PLACE = 8;

/** Of four places one is kept for pages that are not one of many. */
const RESERVED_SHARE = 1 / 4;

/**
 * The places of the pages that are open. A page that the network keeps waiting gives its place to others
 * meanwhile, so that servers that send byte by byte hold nobody up. The number of those pages is limited,
 * too, and a key whose pages may no longer leave their places does not get the last one: its slow pages would
 * keep everybody else waiting.
 */
export class PagePlaces {
	readonly #queue: FairQueue;
	readonly #away: AwayPages;

	/** @param places pages that work at a time */
	constructor(places: number) {
		this.#queue = new FairQueue(places, Math.floor(places * RESERVED_SHARE));
		this.#away = new AwayPages(places * AWAY_FOR_EACH_PLACE);
	}

	/** How many pages are open, and how many callers wait for a place. */
	count(): { open: number; waiting: number } {
		return { open: this.#queue.held + this.#away.total, waiting: this.#queue.waiting };
	}

	/** Has a page stay while it is used. @throws the signal's reason while it waits for its place */
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

	/** Lets a page be open without its place, if not too many are. */
	leave(turn: Turn): boolean {
		if (!this.#away.hasRoomFor(turn)) return false;
		this.#away.add(turn);
		return true;
	}

	/** Waits for a place for a page that is away; its waiting for the network is over. @throws the signal's reason */
	takeAgain(signal: AbortSignal): Promise<Place> {
		return this.#queue.take(signal);
	}

	/** A page that was open without a place has one again, or has been closed. */
	endLeave(turn: Turn): void {
		this.#away.remove(turn);
		this.#queue.reconsider();
	}
}

/** What a page that is open knows of its place. */
export interface Stay {
	/** Whether somebody waits for a place who has less of them: pages that go on should come to an end. */
	isWanted(): boolean;
	/**
	 * Does what the network may draw out. One at a time.
	 * @param isArriving whether little can be done yet but wait for a server. Default: no
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
		// Again and again: when it may not leave yet, it may once others have come back.
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

	/** Gives up the place and, for a page that is away, what counts it. */
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
