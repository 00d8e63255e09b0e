import { describeRefusal } from '../net/httpStatus.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import PQueue from 'p-queue';
import type { components } from '../../../api/generated/types.ts';
import type { Config } from '../config.ts';
import type { SearchIndex } from '../db/searchIndex.ts';
import { allOrNone } from '../engine/allOrNone.ts';
import type { JobContext } from '../engine/job.ts';
import type { JobKind } from '../engine/jobKind.ts';
import { describeFailures } from '../scrape/failedPages.ts';
import { type PageTools, pricePages } from '../scrape/pageTools.ts';
import { readTarget } from '../scrape/readTarget.ts';
import { createIndexProvider } from './indexProvider.ts';
import type { Hit, SearchProvider, Source, SourceAnswer, SourceQuery } from './searchProvider.ts';
import { createSearxngProvider } from './searxngProvider.ts';

/** What a search job is asked for, limited to the sources that this service has. */
type SearchRequest = Omit<components['schemas']['SearchRequest'], 'sources'> & {
	sources?: Source[];
};

/** Searches at a time; they wait for other services more than they compute. */
const CONCURRENCY = 16;

/** Pages of hits that one search reads at a time. */
const PAGES_AT_A_TIME = 2;

/** Defaults of `sources` and `limit` (api/openapi.yaml, SearchRequest). */
const DEFAULT_SOURCES: readonly Source[] = ['web'];
const DEFAULT_LIMIT = 10;

/** How often a source is queried, and the pauses in between. */
const RETRY_DELAYS_MS = [0, 500, 1500];

/** Hits that are billed together, per source. */
const HITS_PER_UNIT = 10;

/** What a search needs: of {@link PageTools} whatever reads the pages of hits. */
export interface SearchTools extends PageTools {
	config: Config;
	index: SearchIndex;
	log: FastifyBaseLogger;
}

/** The job type `search`: queries each source in turn, then scrapes web hits if requested. */
export function createSearchKind(tools: SearchTools): JobKind {
	const { searchUrl, costs } = tools.config;
	// Pages in our own index were requested by the jobs that read them; nobody has requested other hits.
	const hitTools = { ...tools, isPublicOnly: searchUrl !== undefined };
	const provider =
		searchUrl === undefined ? createIndexProvider(tools.index) : createSearxngProvider(searchUrl);
	const handle = async (request: SearchRequest, context: JobContext) => {
		const startedAtMs = Date.now();
		const found: Partial<Record<Source, readonly Hit[]>> = {};
		const unanswered: string[] = [];
		const warnings = new Set<string>();
		const queries = toSourceQueries(request);
		for (const [index, query] of queries.entries()) {
			const { source } = query;
			context.reportProgress({
				message: `Searching ${source}`,
				progress: index / queries.length,
			});
			const answer = await searchSource(provider, query, context, tools.log);
			found[source] = answer.hits;
			for (const warning of answer.warnings) warnings.add(warning);
			if (answer.failure !== undefined) unanswered.push(`${source}: ${answer.failure}`);
		}
		if (searchUrl === undefined) warnings.add(describeReach(await tools.index.countPages()));
		const lists = Object.values(found);
		const units = lists.map((hits) => Math.ceil(hits.length / HITS_PER_UNIT));
		const { web, scrapedPages } = await scrapeHits(hitTools, found.web ?? [], request, context);
		const failures = web.flatMap((hit) => ('error' in hit ? (hit.error ?? []) : []));
		const unsearched = unanswered.map((reason) => `No hits of ${reason}`);
		const success = lists.some((hits) => hits.length > 0);
		const data = web.length > 0 ? { ...found, web } : found;
		return {
			result: {
				success,
				data: success ? data : {},
				stats: { durationMs: Date.now() - startedAtMs },
				warnings: [...unsearched, ...warnings],
			},
			failures:
				[...unsearched, describeFailures(failures, scrapedPages + failures.length)]
					.filter((reason) => reason !== undefined)
					.join('; ') || undefined,
			creditsUsed:
				units.reduce((sum, count) => sum + count * costs.tenResults, 0) +
				pricePages({ pages: scrapedPages, tokens: 0 }, costs),
			inputTokens: 0,
			outputTokens: 0,
		};
	};
	return { concurrency: CONCURRENCY, isBulk: true, handle };
}

/** What a search without a search engine can find (`api/openapi.yaml`, RequestWarnings). */
function describeReach(pages: number): string {
	const counted = pages === 1 ? '1 page' : `${pages} pages`;
	return `This service searches only the pages it has scraped or crawled (${counted}). To search the web, set SEARCH_URL at the service.`;
}

function toSourceQueries(request: SearchRequest): SourceQuery[] {
	const { query, sources = DEFAULT_SOURCES, limit = DEFAULT_LIMIT, page = 1 } = request;
	return sources.map((source) => ({
		query,
		source,
		limit,
		offset: (page - 1) * limit,
		country: request.country,
		timeRange: request.timeRange,
		includeDomains: (request.includeDomains ?? []).map((domain) => domain.toLowerCase()),
		excludeDomains: (request.excludeDomains ?? []).map((domain) => domain.toLowerCase()),
	}));
}

/**
 * The hits of one source; none, with a reason, when it does not respond after retries, which does not fail
 * the job.
 */
async function searchSource(
	provider: SearchProvider,
	query: SourceQuery,
	{ signal, checkpoint }: JobContext,
	log: FastifyBaseLogger,
): Promise<SourceAnswer & { failure?: string }> {
	let failure = '';
	for (const delayMs of RETRY_DELAYS_MS) {
		if (delayMs > 0) await sleep(delayMs, undefined, { signal });
		checkpoint();
		try {
			return await provider.search(query, signal);
		} catch (error) {
			signal.throwIfAborted();
			failure = error instanceof Error ? error.message : String(error);
			log.warn({ err: error, source: query.source }, 'search source did not answer');
		}
	}
	return { hits: [], warnings: [], failure };
}

/**
 * Adds the pages behind web hits, as `scrapeOptions` request. A hit whose page can't be read states why and
 * is free.
 */
async function scrapeHits(
	tools: SearchTools,
	hits: readonly Hit[],
	{ scrapeOptions }: SearchRequest,
	{ signal, checkpoint }: JobContext,
): Promise<{ web: readonly Hit[]; scrapedPages: number }> {
	if (scrapeOptions === undefined) return { web: hits, scrapedPages: 0 };
	const { formats, maxResults = hits.length } = scrapeOptions;
	const screenshot = formats.includes('screenshot');
	let scrapedPages = 0;
	// A few at a time: a cancelled search loads no more pages, and leaves room for others.
	const turns = new PQueue({ concurrency: PAGES_AT_A_TIME });
	const inTurn = (hit: Hit, hitSignal: AbortSignal) =>
		turns.add(() => scrapeHit(hit, hitSignal), { signal: hitSignal });
	const scrapeHit = async (hit: Hit, hitSignal: AbortSignal): Promise<Hit> => {
		checkpoint();
		const target = { url: hit.url };
		try {
			const page = await readTarget(tools, { urls: [target], screenshot }, target, hitSignal);
			const { title, httpStatus = 0 } = page;
			if (!page.success) return { ...hit, error: describeRefusal({ title, httpStatus }) };
			scrapedPages += 1;
			return {
				...hit,
				...(formats.includes('markdown') && { markdown: page.markdownContent }),
				// The name of the image: its link is signed again on each read.
				...(screenshot && { screenshotUrl: page.screenshotFile }),
			};
		} catch (error) {
			hitSignal.throwIfAborted();
			tools.log.info({ err: error, url: hit.url }, 'search hit could not be scraped');
			return { ...hit, error: error instanceof Error ? error.message : String(error) };
		}
	};
	const scraped = await allOrNone(hits.slice(0, maxResults), signal, inTurn);
	return { web: [...scraped, ...hits.slice(maxResults)], scrapedPages };
}
