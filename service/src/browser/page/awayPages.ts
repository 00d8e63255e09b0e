import type { Turn } from '../../turns/turn.ts';

/**
 * Counts, by key, the pages that are open without a place. A key may have as many as it leaves to others:
 * half of all for the first key, half of the rest for the next.
 */
export class AwayPages {
	readonly #max: number;
	readonly #counts = new Map<string, number>();
	#total = 0;

	/** @param max maximum number of pages of all keys */
	constructor(max: number) {
		this.#max = max;
	}

	/** Pages of all keys. */
	get total(): number {
		return this.#total;
	}

	/** Whether one more page may be open without a place. */
	hasRoomFor(turn: Turn): boolean {
		return this.#of(turn) < this.#max - this.#total;
	}

	/** Whether a page would be the first. */
	isEmptyFor(turn: Turn): boolean {
		return this.#of(turn) === 0;
	}

	add(turn: Turn): void {
		this.#change(turn, 1);
	}

	remove(turn: Turn): void {
		this.#change(turn, -1);
	}

	#of(turn: Turn): number {
		return this.#counts.get(nameOf(turn)) ?? 0;
	}

	#change(turn: Turn, by: 1 | -1): void {
		const count = this.#of(turn) + by;
		this.#total += by;
		if (count === 0) this.#counts.delete(nameOf(turn));
		else this.#counts.set(nameOf(turn), count);
		turn.countAway?.(by);
	}
}

/** A key's crawls are counted separately, so that they leave room for its single pages. */
function nameOf({ asker, isBulk }: Turn): string {
	return `${asker} ${isBulk}`;
}
