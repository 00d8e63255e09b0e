import type { FastifyBaseLogger } from 'fastify';
import type { LoadedDocument } from '../browser/loadPage.ts';
import type { BrowserPool } from '../browser/pool.ts';
import type { Config } from '../config.ts';
import type { ContentPool } from '../content/contentPool.ts';
import type { Model } from '../content/extraction/model.ts';
import type { CrawlPagesRepository } from '../store/crawlPages.ts';
import type { FileStore } from '../store/files.ts';

/** A crawled page as a search index takes it. */
export interface IndexablePage {
	url: string;
	title: string;
	markdown: string;
	crawledAtMs: number;
}

/** What crawling takes. */
export interface CrawlTools {
	browser: BrowserPool;
	content: Pick<ContentPool, 'convert'>;
	files: FileStore;
	pages: CrawlPagesRepository;
	/** Chooses links and extracts; the rules do without one. */
	model: Model | undefined;
	log: FastifyBaseLogger;
	config: Pick<Config, 'proxyUrl' | 'dataDirectory' | 'costs' | 'maxConcurrentPages' | 'crawl'>;
	/** Offers every crawled page to the search index; its failures are logged and change nothing. */
	indexPage?: (page: IndexablePage) => void | Promise<void>;
	/**
	 * Turns a document into Markdown; rejects with the reason when it cannot. The caller removes the
	 * file. Without it, links to documents are not followed.
	 */
	convertDocument?: (
		document: LoadedDocument,
		signal: AbortSignal,
	) => Promise<{ title: string; markdown: string }>;
}
