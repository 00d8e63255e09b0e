import { rm } from 'node:fs/promises';
import type { LoadedDocument } from '../../browser/loadPage.ts';
import type { CrawlTools } from '../crawlTools.ts';
import type { PageLink } from '../../content/pageLinks.ts';
import type { LoadedPage } from './loadedPage.ts';

/** A page or document of a crawl, read. */
export interface PageText {
	/** After redirects. */
	finalUrl: string;
	title: string;
	/** Empty for documents. */
	html: string;
	markdown: string;
	canonicalUrl: string | undefined;
	links: readonly PageLink[];
}

/** What can be read: everything that was loaded. */
export type ReadablePage = Extract<LoadedPage, { kind: 'page' | 'document' }>;

/**
 * Turns what was loaded into Markdown and reads its links.
 * @throws Error with the reason when a document cannot be read
 */
export async function readPageText(
	tools: Pick<CrawlTools, 'content' | 'convertDocument'>,
	loaded: ReadablePage,
	signal: AbortSignal,
): Promise<PageText> {
	if (loaded.kind === 'document') return readDocument(tools, loaded.document, signal);
	const { finalUrl, title, html } = loaded;
	const converted = await tools.content.convert({ html, url: finalUrl, contentOnly: false });
	return {
		finalUrl,
		title,
		html,
		markdown: converted.markdown,
		canonicalUrl: converted.metadata.canonicalUrl,
		links: converted.links,
	};
}

async function readDocument(
	{ convertDocument }: Pick<CrawlTools, 'convertDocument'>,
	document: LoadedDocument,
	signal: AbortSignal,
): Promise<PageText> {
	const { finalUrl, filePath, contentType } = document;
	try {
		if (convertDocument === undefined) {
			throw new Error(`the address leads to a file of type ${contentType}`);
		}
		const { title, markdown } = await convertDocument(document, signal);
		return { finalUrl, title, html: '', markdown, canonicalUrl: undefined, links: [] };
	} finally {
		await rm(filePath, { force: true });
	}
}
