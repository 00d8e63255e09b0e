import type { PageMetadata } from '@web-data-extraction/page/pageMetadata';
import type { StatedMetadata } from '../db/answerFlags.ts';

/** What a page says about itself, under the contract's names (api/openapi.yaml, PageMetadata). */
export function statedMetadata(metadata: PageMetadata): StatedMetadata | undefined {
	const { description, language, author, publishedAt, imageUrl, canonicalUrl, siteName } = metadata;
	const fields = {
		description,
		language,
		author,
		publishedTime: publishedAt,
		image: imageUrl,
		canonical: canonicalUrl,
		siteName,
	};
	const stated = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
	return stated.length === 0 ? undefined : Object.fromEntries(stated);
}
