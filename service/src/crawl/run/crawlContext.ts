import type { CrawlRequest } from '../crawlBodies.ts';
import type { CrawlTools } from '../crawlTools.ts';
import type { LinkChooser } from '../links/linkChoice.ts';
import type { createNewsReader } from '../scope/news.ts';
import type { RobotsFiles } from '../scope/robots.ts';
import type { CrawlState } from '../state/crawlState.ts';

/** What the pages of one crawl have in common. */
export interface CrawlContext {
	tools: CrawlTools;
	request: CrawlRequest;
	state: CrawlState;
	chooser: LinkChooser;
	/** Receives what the client should know about the crawl as a whole. */
	warnings: Set<string>;
	/** Decides whether a page says anything that those before it did not. */
	readNews: ReturnType<typeof createNewsReader>;
	/** Undefined when robots.txt files are not respected. */
	robots: RobotsFiles | undefined;
	documentDirectory: string;
	signal: AbortSignal;
}
