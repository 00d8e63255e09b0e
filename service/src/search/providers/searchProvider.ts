import type { Hit, SourceQuery } from '../searchRequest.ts';

/** Where hits come from. */
export interface SearchProvider {
	/**
	 * The hits for one source, best first; empty when there are none.
	 * @throws Error when the provider can't answer now; the caller tries again
	 */
	search(query: SourceQuery, signal: AbortSignal): Promise<Hit[]>;
}
