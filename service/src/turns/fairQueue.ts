import { currentTurn, type Turn } from './turn.ts';

/** The right to work, until it is released. */
export interface Place {
	/**
	 * Whether somebody is waiting who has fewer places than the holder of this one, or bulk work, which this
	 * is, has more places than it may have now.
	 */
	isWanted(): boolean;
	/** Lets the next one work, while this one still counts as a place of its key. */
	lend(): void;
	/** Lets the next one work; further calls do nothing. */
	release(): void;
}

interface Waiter {
	turn: Turn;
	/** Whether it may have the last free place. */
	mayTakeLast(): boolean;
	start(place: Place): void;
}

/**
 * How long work that is not bulk still counts after its end, in milliseconds. Otherwise a crawl would get its
 * places back between two pages of somebody who reads one page after another.
 */
const RECENT_MS = 1000;

/** How many places a key, or a group of its jobs, holds and waits for. */
class Share {
	/** Including those that it has lent. */
	held = 0;
	waiting = 0;
	/** Number of its latest place, counting all that were given out. */
	servedAt = 0;
}

/** The shares by name; one is removed when it neither holds nor waits for a place. */
class Shares {
	readonly #shares = new Map<string, Share>();

	of(name: string): Share {
		const share = this.#shares.get(name) ?? new Share();
		this.#shares.set(name, share);
		return share;
	}

	forgetIdle(name: string): void {
		const share = this.#shares.get(name);
		if (share !== undefined && share.held + share.waiting === 0) this.#shares.delete(name);
	}
}

/**
 * Places that are shared fairly: first between keys, then between the groups of a key's jobs, so that a
 * hundred pages of one key do not delay a single page of another. Those that have fewer places go first,
 * then those whose latest place is older.
 */
export class FairQueue {
	readonly #places: number;
	readonly #reserved: number;
	readonly #waiters: Waiter[] = [];
	readonly #askers = new Shares();
	readonly #groups = new Shares();
	#held = 0;
	#bulkHeld = 0;
	/** Runs for a while after work that is not bulk has ended. */
	#recent: NodeJS.Timeout | undefined;
	#served = 0;

	/**
	 * @param places how many work at a time
	 * @param reserved how many of the places bulk work never gets; while there is other work, and for a second
	 * after it, bulk work gets a quarter of the places
	 */
	constructor(places: number, reserved = 0) {
		this.#places = places;
		this.#reserved = reserved;
	}

	/** How many places are taken. */
	get held(): number {
		return this.#held;
	}

	/** How many callers wait for a place. */
	get waiting(): number {
		return this.#waiters.length;
	}

	/**
	 * Waits for a place in the turn of the calling job.
	 * @param mayTakeLast whether it may have the last free place, called each time there is one; when its
	 * result has changed, call {@link reconsider}
	 * @throws the signal's reason
	 */
	async take(signal?: AbortSignal, mayTakeLast: () => boolean = () => true): Promise<Place> {
		signal?.throwIfAborted();
		const turn = currentTurn();
		const { promise, resolve, reject } = Promise.withResolvers<Place>();
		const waiter: Waiter = { turn, mayTakeLast, start: resolve };
		const giveUp = (): void => {
			const at = this.#waiters.indexOf(waiter);
			if (at === -1) return;
			this.#waiters.splice(at, 1);
			this.#count(turn, 'waiting', -1);
			reject(signal?.reason);
		};
		signal?.addEventListener('abort', giveUp, { once: true });
		this.#waiters.push(waiter);
		this.#count(turn, 'waiting', 1);
		this.#fill();
		try {
			return await promise;
		} finally {
			signal?.removeEventListener('abort', giveUp);
		}
	}

	/** Holds a place during `work`. @throws the signal's reason while it waits; what `work` throws */
	async run<Result>(work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
		const place = await this.take(signal);
		try {
			return await work();
		} finally {
			place.release();
		}
	}

	/** Gives out the free places, after the result of a `mayTakeLast` has changed. */
	reconsider(): void {
		this.#fill();
	}

	#fill(): void {
		for (;;) {
			const next = this.#next();
			if (next === undefined) return;
			this.#waiters.splice(this.#waiters.indexOf(next), 1);
			this.#count(next.turn, 'waiting', -1);
			next.start(this.#hold(next.turn));
		}
	}

	#hold(turn: Turn): Place {
		this.#held += 1;
		if (turn.isBulk) this.#bulkHeld += 1;
		this.#served += 1;
		this.#count(turn, 'held', 1);
		for (const share of this.#sharesOf(turn)) share.servedAt = this.#served;
		const lend = once(() => {
			this.#held -= 1;
			if (turn.isBulk) this.#bulkHeld -= 1;
			else this.#remember();
			this.#fill();
		});
		const forget = once(() => this.#count(turn, 'held', -1));
		return {
			isWanted: () =>
				(turn.isBulk && this.#bulkHeld > this.#mostBulk()) ||
				this.#waiters.some((waiter) => this.#hasLess(waiter.turn, turn)),
			lend,
			release: () => {
				forget();
				lend();
			},
		};
	}

	/** The waiter that gets the next place; undefined if none may have one. */
	#next(): Waiter | undefined {
		if (this.#held >= this.#places) return undefined;
		const isBulkFree = this.#bulkHeld < this.#mostBulk();
		const isLast = this.#held === this.#places - 1;
		const mayWork = ({ turn, mayTakeLast }: Waiter): boolean =>
			(!turn.isBulk || isBulkFree) && (!isLast || mayTakeLast());
		return this.#waiters.filter(mayWork).reduce<Waiter | undefined>((first, waiter) => {
			return first === undefined || this.#isBefore(waiter.turn, first.turn) ? waiter : first;
		}, undefined);
	}

	/** How many places bulk work may have: never the reserved ones, and a quarter if there is other work. */
	#mostBulk(): number {
		const most = this.#places - this.#reserved;
		return this.#reserved === 0 || this.#isBulkAlone()
			? most
			: Math.min(most, Math.max(1, this.#places >> 2));
	}

	#isBulkAlone(): boolean {
		return (
			this.#recent === undefined &&
			this.#held === this.#bulkHeld &&
			this.#waiters.every(({ turn }) => turn.isBulk)
		);
	}

	/** Keeps most places from bulk work for a while. */
	#remember(): void {
		if (this.#reserved === 0) return;
		clearTimeout(this.#recent);
		this.#recent = setTimeout(() => {
			this.#recent = undefined;
			this.#fill();
		}, RECENT_MS).unref();
	}

	#isBefore(turn: Turn, other: Turn): boolean {
		const [asker, group] = this.#sharesOf(turn);
		const [otherAsker, otherGroup] = this.#sharesOf(other);
		if (asker !== otherAsker) return isBefore(asker, otherAsker);
		return group !== otherGroup && isBefore(group, otherGroup);
	}

	/** Whether passing a place to the waiting one is fairer: it would still have no more than the other. */
	#hasLess(waiting: Turn, holding: Turn): boolean {
		const [asker, group] = this.#sharesOf(waiting);
		const [otherAsker, otherGroup] = this.#sharesOf(holding);
		const [share, other] = asker === otherAsker ? [group, otherGroup] : [asker, otherAsker];
		return share !== other && share.held + 1 < other.held + (waiting.isBulk ? 0 : 1);
	}

	#sharesOf({ asker, group }: Turn): [Share, Share] {
		return [this.#askers.of(asker), this.#groups.of(`${asker} ${group}`)];
	}

	#count({ asker, group }: Turn, what: 'held' | 'waiting', by: 1 | -1): void {
		this.#askers.of(asker)[what] += by;
		this.#groups.of(`${asker} ${group}`)[what] += by;
		this.#askers.forgetIdle(asker);
		this.#groups.forgetIdle(`${asker} ${group}`);
	}
}

function isBefore(share: Share, other: Share): boolean {
	if (share.held !== other.held) return share.held < other.held;
	return share.servedAt < other.servedAt;
}

/** Runs only at the first call. */
function once(work: () => void): () => void {
	let isDone = false;
	return () => {
		if (isDone) return;
		isDone = true;
		work();
	};
}
