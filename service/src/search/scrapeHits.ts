import type { Costs } from '../config.ts';
import { allOrNone } from '../engine/allOrNone.ts';
import type { ScrapedPage } from '../scrape/scrapedPage.ts';
import { pricePages } from '../scrape/scrapeCost.ts';
import type { Hit, SearchData, SearchRequest } from './searchRequest.ts';

export interface ScrapedHits {
	data: SearchData;
	creditsUsed: number;
}

/**
 * Adds the pages behind web hits to a search, as its `scrapeOptions` ask.
 * @param checkpoint throws when the search was cancelled meanwhile
 */
export type ScrapeHits = (
	data: SearchData,
	request: SearchRequest,
	signal: AbortSignal,
	checkpoint: () => void,
) => Promise<ScrapedHits>;

/** Reads one page, with its image when asked for; undefined when it can't be read. */
export type ReadPage = (
	url: string,
	options: { screenshot: boolean },
	signal: AbortSignal,
) => Promise<ScrapedPage | undefined>;

/** Makes the step that scrapes hits. A hit whose page can't be read stays as it was. */
export function createHitScraper(readPage: ReadPage, costs: Costs): ScrapeHits {
	return async (data, { scrapeOptions }, signal, checkpoint) => {
		const hits = data.web ?? [];
		if (scrapeOptions === undefined || hits.length === 0) return { data, creditsUsed: 0 };
		const { formats, maxResults = hits.length } = scrapeOptions;
		const screenshot = formats.includes('screenshot');
		const chosen = hits.slice(0, maxResults);
		const scraped = await allOrNone(chosen, signal, async (hit, hitSignal) => {
			checkpoint();
			const page = await readPage(hit.url, { screenshot }, hitSignal);
			return { hit: withPage(hit, page, formats), isRead: page !== undefined };
		});
		const pages = scraped.filter(({ isRead }) => isRead).length;
		return {
			data: { ...data, web: [...scraped.map(({ hit }) => hit), ...hits.slice(maxResults)] },
			creditsUsed: pricePages({ pages, tokens: 0 }, costs),
		};
	};
}

function withPage(
	hit: Hit,
	page: ScrapedPage | undefined,
	formats: readonly ('markdown' | 'screenshot')[],
): Hit {
	if (page === undefined) return hit;
	return {
		...hit,
		...(formats.includes('markdown') && { markdown: page.markdown }),
		...(formats.includes('screenshot') && { screenshotUrl: page.screenshotFile }),
	};
}
