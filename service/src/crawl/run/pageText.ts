import { createHash } from 'node:crypto';
import type { LoadedDocument } from '../../browser/documentDownload.ts';
import type { PageLink } from '../../page/pageLinks.ts';
import type { PageMetadata } from '../../page/pageMetadata.ts';
import type { CrawlTools } from '../crawlTools.ts';
import { isAssetType } from '../links/followableLinks.ts';
import type { LoadedPage } from './loadCrawlPage.ts';

/** Text shorter than this says too little to call two pages the same. */
const MIN_CHARACTERS = 20;

/**
 * What two addresses of the same content have in common; undefined for an almost empty page, since
 * two of those need not be the same page.
 */
export function hashContent({
	finalUrl,
	title,
	markdown,
}: Pick<PageText, 'finalUrl' | 'title' | 'markdown'>): string | undefined {
	if (markdown.trim().length < MIN_CHARACTERS) return undefined;
	// Links to places in the page make no difference between two addresses of it.
	const text = `${title}\n${markdown.replaceAll(`${finalUrl}#`, '#')}`.replace(/\s+/g, ' ').trim();
	return createHash('sha256').update(text).digest('base64url');
}

/** A page or document of a crawl, read. */
export interface PageText {
	/** After redirects. */
	finalUrl: string;
	title: string;
	/** Empty for documents. */
	html: string;
	markdown: string;
	/** Plain text, for searching. */
	text: string;
	/** Whether the page produced very little text. */
	lowContent: boolean;
	/** Undefined for documents. */
	metadata: PageMetadata | undefined;
	links: readonly PageLink[];
}

/** What can be read: everything that was loaded. */
export type ReadablePage = Extract<LoadedPage, { kind: 'page' | 'document' }>;

/**
 * Turns what was loaded into Markdown and reads its links. The file of a document stays.
 * @throws ContentError, DocumentFailure
 */
export async function readPageText(
	tools: Pick<CrawlTools, 'content' | 'convertDocument'>,
	loaded: ReadablePage,
	signal: AbortSignal,
): Promise<PageText> {
	if (loaded.kind === 'document') return readDocument(tools, loaded.document, signal);
	const { finalUrl, title, html } = loaded;
	const request = { html, url: finalUrl, contentOnly: false };
	const page = await tools.content.convert(request, signal);
	return { finalUrl, title, html, ...page };
}

/** More of a feed or sitemap is not read for its links. */
const LONGEST_LISTING = 500_000;

async function readDocument(
	{ content, convertDocument }: Pick<CrawlTools, 'content' | 'convertDocument'>,
	document: LoadedDocument,
	signal: AbortSignal,
): Promise<PageText> {
	const { finalUrl, contentType } = document;
	const { title, markdown } = await convertDocument(document, signal);
	// A crawl may start at a feed or sitemap: it goes where that leads.
	const listing = isAssetType(contentType) ? markdown.slice(0, LONGEST_LISTING) : '';
	const links = listing === '' ? [] : await content.readLinks(listing, finalUrl, signal);
	return {
		finalUrl,
		title,
		html: '',
		markdown,
		...(await content.readText(markdown, signal)),
		metadata: undefined,
		links: links.map((link) => ({ ...link, isNoFollow: false })),
	};
}
