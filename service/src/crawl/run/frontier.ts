import type { TrapGuard } from '../scope/traps.ts';

/** A page to load. */
export interface FrontierEntry {
	/** Address to load. */
	url: string;
	/** Of the address: whom to be polite to. */
	origin: string;
	/** What it has in common with other addresses of the same page; see `toPageKey`. */
	key: string;
	/** Links away from the base address. */
	depth: number;
	/** Page on which it was found; undefined for the base. */
	parent: FrontierEntry | undefined;
	/** How often it was loaded. */
	attempts: number;
	/** Not to be loaded before this moment, epoch milliseconds. */
	notBeforeMs: number;
}

/** A link that was chosen. */
export interface Offer {
	url: string;
	depth: number;
	parent: FrontierEntry | undefined;
}

export interface FrontierOptions {
	/** Deepest level that is followed; undefined is no limit (contract, CrawlRequest). */
	maxDepth: number | undefined;
	toKey: (url: string) => string;
	traps: TrapGuard;
}

/** Pages found and not yet loaded, each once, breadth first. */
export interface Frontier {
	/** Adds a page, unless it was added before, lies too deep or smells of a trap. */
	offer(offer: Offer): boolean;
	/** The next page whose host is ready, from the lowest level that has one. */
	take(isReady: (entry: FrontierEntry) => boolean): FrontierEntry | undefined;
	/** Has a page loaded once more, after the others of its level. */
	putBack(entry: FrontierEntry): void;
	/**
	 * Marks a page as loaded under another address (a redirect, a canonical link).
	 * @returns false when it has been taken before
	 */
	claim(key: string): boolean;
	/** Whether a page waits, was taken, or is unknown. */
	stateOf(key: string): 'waiting' | 'taken' | undefined;
	/** Whether any page waits. */
	isWaiting(): boolean;
	/** The pages that wait, in the order they would be taken. */
	waiting(): Iterable<FrontierEntry>;
}

/** More pages than this never wait: a crawl processes 50, and memory has an end. */
const MAX_WAITING = 20_000;

export function createFrontier({ maxDepth = Infinity, toKey, traps }: FrontierOptions): Frontier {
	const states = new Map<string, 'waiting' | 'taken'>();
	const levels: FrontierEntry[][] = [];
	let waitingCount = 0;

	const levelOf = (depth: number): FrontierEntry[] => {
		while (levels.length <= depth) levels.push([]);
		return levels[depth] ?? [];
	};

	const removeAt = (level: FrontierEntry[], index: number): FrontierEntry | undefined => {
		const [entry] = level.splice(index, 1);
		if (entry === undefined) return undefined;
		waitingCount -= 1;
		states.set(entry.key, 'taken');
		return entry;
	};

	return {
		offer({ url, depth, parent }) {
			if (depth > maxDepth || waitingCount >= MAX_WAITING) return false;
			const key = toKey(url);
			if (states.has(key) || !traps.admit({ address: url, trail: listTrail(parent) })) return false;
			states.set(key, 'waiting');
			const { origin } = new URL(url);
			levelOf(depth).push({ url, origin, key, depth, parent, attempts: 0, notBeforeMs: 0 });
			waitingCount += 1;
			return true;
		},

		take(isReady) {
			for (const level of levels) {
				const index = level.findIndex(isReady);
				if (index !== -1) return removeAt(level, index);
			}
			return undefined;
		},

		putBack(entry) {
			states.set(entry.key, 'waiting');
			levelOf(entry.depth).push(entry);
			waitingCount += 1;
		},

		claim(key) {
			const state = states.get(key);
			if (state === 'taken') return false;
			states.set(key, 'taken');
			if (state === undefined) return true;
			for (const level of levels) {
				const index = level.findIndex((entry) => entry.key === key);
				if (index !== -1) removeAt(level, index);
			}
			return true;
		},

		stateOf: (key) => states.get(key),

		isWaiting: () => waitingCount > 0,

		*waiting() {
			for (const level of levels) yield* level;
		},
	};
}

function listTrail(entry: FrontierEntry | undefined): string[] {
	const trail: string[] = [];
	for (let page = entry; page !== undefined; page = page.parent) trail.unshift(page.url);
	return trail;
}
