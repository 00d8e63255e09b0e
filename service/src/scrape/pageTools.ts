import type { DownloadedDocument } from '../documents/convertDownload.ts';
import type { LoadedDocument } from '../browser/responses/storeDocument.ts';
import type { OpenPage } from '../browser/page/openPage.ts';
import type { BrowserPool } from '../browser/pool/pool.ts';
import type { Config, Costs } from '../config.ts';
import type { ContentPool } from '../extract/contentPool.ts';
import type { Model } from '@web-data-extraction/fields/model';
import type { FileStore } from '../files/fileStore.ts';
import type { PlainReader } from '../plain/plainReader.ts';
import type { PageMetadata } from '@web-data-extraction/page/pageMetadata';

/** A page that was read, in the form that the search index takes. */
export interface RememberedPage {
	/** After redirects. */
	url: string;
	title: string;
	/** Plain text of its content. */
	text: string;
	metadata: PageMetadata;
}

/**
 * Concurrent scraping jobs for each page that may be open: the others convert what they have read,
 * extract from it, or wait for slow servers.
 */
export const JOBS_FOR_EACH_PAGE = 2;

/** What reading a page needs. */
export interface PageTools {
	browser: BrowserPool;
	/** Reads pages without a browser; without it, all go through the browser. */
	plain?: PlainReader;
	content: ContentPool;
	/** Stores screenshots. */
	files: FileStore;
	/** Finds elements by their description and answers item prompts; without it, words and rules do. */
	model: Model | undefined;
	config: Pick<Config, 'proxy' | 'dataDirectory'>;
	/** Turns a document into Markdown; throws `DocumentFailure`. The file stays. */
	convertDocument(
		document: Pick<LoadedDocument, 'filePath' | 'fileName'>,
		signal: AbortSignal,
	): Promise<DownloadedDocument>;
	/** Called with a page that was read, before it is closed. */
	inspectPage?: (opened: OpenPage) => Promise<void>;
	/** Called after each item that a forEach action collected, with the number of items so far. */
	reportItem?: (count: number) => void;
	/**
	 * Whether only public hosts are opened: nobody has specified the address.
	 * @default false, the address is the job's own
	 */
	isPublicOnly?: boolean;
	/** Adds a page to this service's search index; never throws. */
	rememberPage(page: RememberedPage): Promise<void>;
}

/**
 * Credits of a scrape or a crawl.
 * @param pages loaded or, by a crawl, processed; failed ones are free
 * @param tokens read and written by the model
 */
export function pricePages(
	{ pages, tokens }: { pages: number; tokens: number },
	costs: Costs,
): number {
	return pages * costs.page + Math.ceil(tokens / 1000) * costs.thousandTokens;
}
