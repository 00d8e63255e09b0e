import type { LoadedDocument } from '../../browser/responses/storeDocument.ts';
import type { PageContent } from '../../browser/loadPage.ts';
import type { ConvertedPage } from '@web-data-extraction/page/convertPage';
import { readFurtherLinks } from '@web-data-extraction/page/linkHeader';
import { describeTooLong, isAddressTooLong } from '@web-data-extraction/page/resolveAddress';
import { forbidsFollowing } from '@web-data-extraction/page/robotsTag';
import type { DownloadedDocument } from '../../documents/convertDownload.ts';
import { factsOfDocument, factsOfPage, type StatedFacts } from '../../scrape/statedMetadata.ts';
import type { CrawlTools } from '../crawlTools.ts';
import { isAssetType } from '../links/linkChoice.ts';
import {
	isListingAddress,
	isListingFile,
	isSitemapAddress,
	readListedLines,
	readLocations,
} from '../scope/listings.ts';

/** A page, and what to report about how it was loaded. */
export type LoadedContent = PageContent & {
	/** Its converted form, if known. */
	converted?: ConvertedPage;
	warnings?: string[];
};

/** A page or document as text. */
export interface PageText extends Omit<ConvertedPage, 'metadata' | 'anchors'> {
	title: string;
	/** Empty for documents. */
	html: string;
	/** Undefined for documents. */
	metadata: ConvertedPage['metadata'] | undefined;
	/** What it says about itself, as it is returned. */
	stated: StatedFacts;
	/** Where the pages of a document begin in its Markdown, if it has pages. */
	pageStarts?: DownloadedDocument['pageStarts'];
	/** Whether it is a feed, a sitemap or similar, with addresses. */
	isListing: boolean;
}

const NO_SITEMAP =
	'The address is that of a sitemap, but the response is a web page without addresses.';

/** A feed or sitemap is read for its links only up to this size. */
const LONGEST_LISTING = 500_000;

/**
 * Reads a page or document and, where it may be a feed or sitemap, its links.
 * @throws ContentError, DocumentFailure
 */
export function readText(
	tools: CrawlTools,
	loaded: LoadedContent | LoadedDocument,
	contentOnly: boolean,
	signal: AbortSignal,
): Promise<PageText> {
	return loaded.kind === 'page'
		? readPage(tools, loaded, contentOnly, signal)
		: readDocument(tools, loaded, signal);
}

async function readPage(
	{ content }: CrawlTools,
	loaded: LoadedContent,
	contentOnly: boolean,
	signal: AbortSignal,
): Promise<PageText> {
	const { title, html, finalUrl, warnings = [] } = loaded;
	const request = { html, url: finalUrl, contentOnly };
	const converted = loaded.converted ?? (await content.convert(request, signal));
	const listed = isListingAddress(finalUrl) ? readLocations(html) : [];
	const isNoSitemap = listed.length === 0 && isSitemapAddress(finalUrl);
	const further = readFurtherLinks(loaded.linkHeader, finalUrl);
	const said = [
		...warnings,
		...converted.warnings,
		...describeTooLong(further.tooLong, ' in its Link header'),
		...(isNoSitemap ? [NO_SITEMAP] : []),
	];
	const isNoFollow = converted.isNoFollow || forbidsFollowing(loaded.robotsHeader);
	const written = [...converted.links, ...further.links];
	const links = [
		...written.map((link) => (isNoFollow ? { ...link, isNoFollow } : link)),
		...listed.map((url) => ({ url, text: '', isNoFollow: false })),
	];
	const stated = factsOfPage(converted);
	const pressedOnly = further.links.length === 0 ? converted.pressedOnly : [];
	const read = { ...converted, isNoFollow, pressedOnly, stated, links, title, html };
	return { ...read, warnings: said, isListing: listed.length > 0 };
}

async function readDocument(
	{ content, convertDocument }: CrawlTools,
	loaded: LoadedDocument,
	signal: AbortSignal,
): Promise<PageText> {
	const { finalUrl } = loaded;
	const converted = await convertDocument(loaded, signal);
	const { title, markdown, pageStarts, warnings: said } = converted;
	// A crawl may start at a feed or sitemap: it goes where that leads.
	const isLong = markdown.length > LONGEST_LISTING;
	// No partial address is read.
	const end = isLong ? Math.max(0, markdown.lastIndexOf('\n', LONGEST_LISTING)) : undefined;
	const listing = markdown.slice(0, end);
	const mayList = isAssetType(loaded.contentType) || isListing(loaded);
	const found = mayList
		? await content.readLinks(listing, finalUrl, signal)
		: readListedLines(listing).map((url) => ({ url, text: '' }));
	const links = found.map((link) => ({ ...link, isNoFollow: false }));
	const text = await content.readText(markdown, signal);
	const isCut = links.length > 0 && isLong;
	const cut = isCut ? [`Only the first addresses of ${finalUrl} were read.`] : [];
	const tooLong = found.filter(({ url }) => isAddressTooLong(url)).length;
	const warnings = [...said, ...cut, ...describeTooLong(tooLong)];
	const isEmptyListing = isListing(loaded) && markdown.trim() === '';
	const facts = {
		metadata: undefined,
		stated: factsOfDocument(converted),
		links,
		isNoFollow: false,
		pressedOnly: [],
		warnings,
		isListing: links.length > 0 || isEmptyListing,
	};
	return { title, html: '', markdown, pageStarts, ...text, ...facts };
}

/** Whether what was loaded is a file of addresses: a sitemap, a feed. */
export function isListing(loaded: PageContent | LoadedDocument): boolean {
	return loaded.kind === 'document' && isListingFile(loaded);
}
