import type { components } from '../../../api/generated/types.ts';

type Schemas = components['schemas'];

/** A source of hits that this service has. */
export type Source = Exclude<Schemas['SearchSource'], 'research' | 'developer'>;

/** Sources that only the hosted service has. */
const ELSEWHERE: ReadonlySet<string> = new Set(['research', 'developer']);

/** Whether this service has hits of a source. */
export function isSearched(source: Schemas['SearchSource']): source is Source {
	return !ELSEWHERE.has(source);
}

/** What a hit has depends on its source (api/openapi.yaml, WebHit etc.); what is undefined is not stored. */
type HitField = keyof (Schemas['WebHit'] &
	Schemas['NewsHit'] &
	Schemas['ImageHit'] &
	Schemas['VideoHit']);

/** A hit as a provider finds it. */
export type FoundHit = { title: string; url: string } & {
	[Field in Exclude<HitField, 'title' | 'url' | 'position'>]?: string | null | undefined;
};

/** A hit with its rank in its source, from 1. */
export type Hit = FoundHit & { position: number };

/** The part of a search that one provider answers for one source. */
export interface SourceQuery {
	query: string;
	source: Source;
	/** Hits wanted. */
	limit: number;
	/** Hits before the first one wanted. */
	offset: number;
	country: string | undefined;
	timeRange: Schemas['SearchRequest']['timeRange'];
	/** In lower case; a host is one of them or a subdomain: `blog.example.com` is in `example.com`. */
	includeDomains: readonly string[];
	excludeDomains: readonly string[];
}

/** A provider's answer for one source. */
export interface SourceAnswer {
	/** Best first; empty when there are none. */
	hits: Hit[];
	/** Which parts of the query had no effect, and what is missing; for users. */
	warnings: string[];
}

/** Where hits come from. */
export interface SearchProvider {
	/** @throws Error when the provider can't answer now; the caller retries */
	search(query: SourceQuery, signal: AbortSignal): Promise<SourceAnswer>;
}

/** Ranks hits, continuing over all pages of a search. */
export function rankHits(hits: readonly FoundHit[], offset: number): Hit[] {
	return hits.map(({ title, url, ...rest }, place) => {
		return { title, url, position: offset + place + 1, ...rest };
	});
}

/** A length as minutes and seconds, `12:05` (api/openapi.yaml, VideoHit). */
export function formatDuration(seconds: number): string {
	const whole = Math.round(seconds);
	return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}
