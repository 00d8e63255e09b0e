import type { ConvertedPage } from '@web-data-extraction/page/convertPage';
import type { AnswerFlags } from '../db/answerFlags.ts';
import type { DownloadedDocument } from '../documents/convertDownload.ts';

/** What a page or document says about itself, and where its headings are. */
export type StatedFacts = Pick<AnswerFlags, 'metadata' | 'anchors'>;

/** What a page says about itself, under the contract's names (api/openapi.yaml, PageMetadata). */
export function factsOfPage({
	metadata,
	anchors,
}: Pick<ConvertedPage, 'metadata' | 'anchors'>): StatedFacts {
	const { description, language, author, publishedAt, imageUrl, canonicalUrl, siteName } = metadata;
	return toFacts(
		{
			description,
			language,
			author,
			publishedTime: publishedAt,
			image: imageUrl,
			canonical: canonicalUrl,
			siteName,
		},
		anchors,
	);
}

/** The same for a document that an address led to. */
export function factsOfDocument({
	properties,
	totalPages,
}: Pick<DownloadedDocument, 'properties' | 'totalPages'>): StatedFacts {
	return toFacts({ ...properties, pages: totalPages });
}

function toFacts(
	fields: Readonly<Record<string, string | number | undefined>>,
	anchors: StatedFacts['anchors'] = [],
): StatedFacts {
	const stated = Object.entries(fields).filter(([, value]) => value !== undefined && value !== '');
	return {
		...(stated.length > 0 && { metadata: Object.fromEntries(stated) }),
		...(anchors.length > 0 && { anchors }),
	};
}
