import type { FastifyBaseLogger } from 'fastify';
import { toIndexedPage } from '../search/index/toIndexedPage.ts';
import type { SearchIndex } from '../db/searchIndex.ts';
import type { PageTools } from './pageTools.ts';

/** Makes the step that puts pages into the search index. A page it cannot take is logged. */
export function createPageMemory(
	index: SearchIndex,
	log: FastifyBaseLogger,
): PageTools['rememberPage'] {
	return async (page) => {
		try {
			await index.add(toIndexedPage(page));
		} catch (error) {
			log.warn({ err: error, url: page.url }, 'page could not be indexed');
		}
	};
}
