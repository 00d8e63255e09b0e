import type { components } from '../../../api/generated/types.ts';

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
