import { createPathTest, readPlace } from '../scope/scope.ts';
import type { Feature } from './templates.ts';

/** Pages that bring less than this, from 0 to 1, took a place in vain. */
const LITTLE = 0.25;
/** A pattern that fits a page which brought this much is not proposed. */
const MUCH = 0.4;
/** Fewer pages are not worth a pattern. */
const MIN_PAGES = 3;
const MAX_PATTERNS = 3;

/** A page that took one of a crawl's places. */
interface Place {
	url: string;
	features: readonly Feature[];
	/** What it brought, from 0 to 1. */
	brought: number;
}

/** Remembers what the places of a crawl brought, to say which patterns would have saved some. */
export class Places {
	readonly #places: Place[] = [];

	note(place: Place): void {
		this.#places.push(place);
	}

	/** A sentence about the places that brought little, and the patterns that leave them out; none if there are few. */
	describe(): string[] {
		const inVain = this.#places.filter(({ brought }) => brought < LITTLE);
		const chosen = choosePatterns(inVain, this.#places);
		const count = chosen.reduce((sum, pattern) => sum + pattern.count, 0);
		if (count === 0) return [];
		const list = chosen.map(({ pattern }) => pattern).join(', ');
		return [
			`${count} of ${this.#places.length} pages said hardly anything that other pages do not. ` +
				`Exclude Paths ${list} ${chosen.length === 1 ? 'leaves' : 'leave'} them out.`,
		];
	}
}

/** The patterns that fit most of the pages in vain and none that brought much, and how many each adds. */
function choosePatterns(inVain: readonly Place[], all: readonly Place[]) {
	const chosen: Array<{ pattern: string; count: number }> = [];
	let left = inVain;
	while (chosen.length < MAX_PATTERNS) {
		const patterns = new Set(
			left.flatMap(({ features }) => features.flatMap(({ pattern }) => pattern ?? [])),
		);
		const tried = [...patterns].map((pattern) => {
			const fits = createPathTest(pattern);
			const isFitted = ({ url }: Place): boolean => fits(readPlace(new URL(url)));
			return { pattern, isFitted, count: left.filter(isFitted).length };
		});
		const best = tried
			.filter(({ count }) => count >= MIN_PAGES)
			.toSorted((a, b) => b.count - a.count)
			.find(({ isFitted }) => !all.some((place) => place.brought >= MUCH && isFitted(place)));
		if (best === undefined) break;
		chosen.push(best);
		left = left.filter((place) => !best.isFitted(place));
	}
	return chosen;
}
