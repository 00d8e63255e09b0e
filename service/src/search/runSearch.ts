import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import type { Costs } from '../config.ts';
import type { JobContext, JobHandler } from '../engine/job.ts';
import type { SearchProvider } from './searchProvider.ts';
import type { ScrapeHits } from './scrapeHits.ts';
import {
	type Hit,
	priceSearch,
	type SearchData,
	type SearchRequest,
	type SourceQuery,
	toSourceQueries,
} from './searchRequest.ts';

/** How often a source is asked, and the pauses between. */
const RETRY_DELAYS_MS = [0, 500, 1500];

export interface SearchTools {
	provider: SearchProvider;
	/** Scrapes web hits when a search asks for it. */
	scrapeHits: ScrapeHits;
	costs: Costs;
	log: FastifyBaseLogger;
}

/** What a search found, as stored; links to images are signed when it is read. */
export interface StoredSearchResult {
	success: boolean;
	data: SearchData;
	stats: { durationMs: number };
}

/** Makes the handler of `search` jobs: asks source by source, then scrapes hits when asked to. */
export function createSearchHandler(tools: SearchTools): JobHandler<SearchRequest> {
	return async (request, context) => {
		const startedAtMs = Date.now();
		const found = await searchSources(tools, request, context);
		const hits = Object.values(found).flat();
		const { signal, checkpoint } = context;
		const scraped = await tools.scrapeHits(found, request, signal, checkpoint);
		const result: StoredSearchResult = {
			success: hits.length > 0,
			data: hits.length > 0 ? scraped.data : {},
			stats: { durationMs: Date.now() - startedAtMs },
		};
		return {
			result,
			creditsUsed: priceSearch(found, tools.costs) + scraped.creditsUsed,
			inputTokens: 0,
			outputTokens: 0,
			captchasSolved: 0,
		};
	};
}

async function searchSources(
	tools: SearchTools,
	request: SearchRequest,
	context: JobContext,
): Promise<SearchData> {
	const queries = toSourceQueries(request);
	const found: SearchData = {};
	for (const [index, query] of queries.entries()) {
		context.reportProgress({
			message: `Searching ${query.source}`,
			progress: index / queries.length,
		});
		found[query.source] = await searchSource(tools, query, context);
	}
	return found;
}

/** The hits of one source; none when it does not answer after retrying, which is no failure. */
async function searchSource(
	{ provider, log }: SearchTools,
	query: SourceQuery,
	{ signal, checkpoint }: JobContext,
): Promise<Hit[]> {
	for (const delayMs of RETRY_DELAYS_MS) {
		if (delayMs > 0) await sleep(delayMs, undefined, { signal });
		checkpoint();
		try {
			return await provider.search(query, signal);
		} catch (error) {
			signal.throwIfAborted();
			log.warn({ err: error, source: query.source }, 'search source did not answer');
		}
	}
	return [];
}
