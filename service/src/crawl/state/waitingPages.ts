import { isListingAddress } from '../scope/listings.ts';
import { sketchAddress, type TrapGuard } from '../scope/traps.ts';
import type { FoundPage } from './foundPage.ts';

/** The waiting pages of a crawl: breadth first, each level in the order found. */
export function createWaitingPages(traps: TrapGuard) {
	const waiting: FoundPage[] = [];
	/** Those that were read and are to be loaded once more. They are under way, so no limit ends them. */
	const held: FoundPage[] = [];
	const isEndless = ({ course }: FoundPage): boolean => traps.rank(course) === Infinity;

	// Known pages come before sitemaps that may list more.
	const rankOf = ({ course, requestUrl }: FoundPage): number =>
		traps.rank(course) + (isListingAddress(requestUrl) ? 1 : 0);

	const takeHeld = (isReady: (page: FoundPage) => boolean): FoundPage | undefined => {
		const at = held.findIndex(isReady);
		return at === -1 ? undefined : held.splice(at, 1)[0];
	};

	const take = (page: FoundPage | undefined): FoundPage | undefined => {
		if (page !== undefined) waiting.splice(waiting.indexOf(page), 1);
		return page;
	};

	return {
		isEndless,

		count: (): number => waiting.length,

		list: (): readonly FoundPage[] => waiting,

		/** Whether any page is waiting that does not look endless. */
		hasAny: (): boolean => waiting.some((page) => !isEndless(page)),

		add(page: FoundPage): void {
			waiting.splice(waiting.findLastIndex(({ depth }) => depth <= page.depth) + 1, 0, page);
		},

		hold: (page: FoundPage): void => void held.push(page),

		takeHeld,

		takeKey: (key: string): FoundPage | undefined => take(waiting.find((page) => page.key === key)),

		/** The first of the pages that are ready and least deferred; see `TrapGuard`. */
		takeNext(isReady: (page: FoundPage) => boolean): FoundPage | undefined {
			let next: FoundPage | undefined;
			let lowest = Infinity;
			for (const page of waiting) {
				const rank = rankOf(page);
				if (rank < lowest && isReady(page)) [next, lowest] = [page, rank];
				if (lowest === 0) break;
			}
			return take(next);
		},

		/** What the endless ones look like, such as `/counter?n=…`, each once. */
		listSketches: (): string[] => [
			...new Set(waiting.filter(isEndless).map(({ requestUrl }) => sketchAddress(requestUrl))),
		],
	};
}
