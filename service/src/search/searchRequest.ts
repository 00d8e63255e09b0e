import type { components } from '../../../api/generated/types.ts';
import type { Costs } from '../config.ts';

/** Body of POST /search with its defaults. */
export type SearchRequest = components['schemas']['SearchRequest'];

export type Source = components['schemas']['SearchSource'];

/** Hits of one source; which fields a hit has depends on the source (reference, "Search"). */
export interface Hit {
	title: string;
	url: string;
	/** From 1, over all pages. */
	position: number;
	description?: string;
	imageUrl?: string;
	thumbnailUrl?: string;
	source?: string;
	date?: string;
	duration?: string;
	markdown?: string | null;
	screenshotUrl?: string | null;
}

export type SearchData = Partial<Record<Source, Hit[]>>;

/** gaps page, "Search": `sources` web, `limit` 10, first page. */
const DEFAULT_SOURCES: readonly Source[] = ['web'];
const DEFAULT_LIMIT = 10;

/** The part of a search that one provider answers for one source. */
export interface SourceQuery {
	query: string;
	source: Source;
	/** Hits wanted. */
	limit: number;
	/** Hits before the first one wanted. */
	offset: number;
	country: string | undefined;
	timeRange: SearchRequest['timeRange'];
	includeDomains: readonly string[];
	excludeDomains: readonly string[];
}

/** The queries of a search, one per source. */
export function toSourceQueries(request: SearchRequest): SourceQuery[] {
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

const HITS_PER_UNIT = 10;

/** Credits of a search: per 10 hits begun and source (gaps page, "Credits"); no hits are free. */
export function priceSearch(found: SearchData, { tenResults }: Pick<Costs, 'tenResults'>): number {
	return Object.values(found).reduce(
		(credits, hits) => credits + Math.ceil(hits.length / HITS_PER_UNIT) * tenResults,
		0,
	);
}

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

const RANGE_MS: Readonly<Record<NonNullable<SourceQuery['timeRange']>, number>> = {
	hour: HOUR_MS,
	day: DAY_MS,
	week: 7 * DAY_MS,
	month: 31 * DAY_MS,
	year: 366 * DAY_MS,
};

/** The first moment a hit may be from; undefined without a time range. */
export function earliestMs(timeRange: SourceQuery['timeRange'], nowMs: number): number | undefined {
	return timeRange === undefined ? undefined : nowMs - RANGE_MS[timeRange];
}

/** Whether a host is one of the domains or below one: `blog.example.com` is in `example.com`. */
function isInDomains(host: string, domains: readonly string[]): boolean {
	return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

export interface DomainFilter {
	includeDomains: readonly string[];
	excludeDomains: readonly string[];
}

/** Whether an address passes the domain lists of a search. */
export function passesDomains(url: string, filter: DomainFilter): boolean {
	const host = URL.parse(url)?.hostname.toLowerCase() ?? '';
	if (filter.includeDomains.length > 0) return isInDomains(host, filter.includeDomains);
	return !isInDomains(host, filter.excludeDomains);
}
