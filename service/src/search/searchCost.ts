import type { Costs } from '../config.ts';
import type { SearchData } from './searchRequest.ts';

const HITS_PER_UNIT = 10;

/** Credits of a search: per 10 hits begun and source (gaps page, "Credits"); no hits are free. */
export function priceSearch(found: SearchData, { tenResults }: Pick<Costs, 'tenResults'>): number {
	return Object.values(found).reduce(
		(credits, hits) => credits + Math.ceil(hits.length / HITS_PER_UNIT) * tenResults,
		0,
	);
}
