import type { CrawlRequest } from '../crawlBodies.ts';
import type { CrawlTools } from '../crawlTools.ts';
import type { LinkChooser } from '../links/linkChoice.ts';
import type { NoveltyMeter } from '../order/novelty.ts';
import type { RobotsFiles } from '../scope/robots.ts';
import type { CrawlState } from '../state/crawlState.ts';
import type { FoundPage } from '../state/foundPage.ts';

/** What the pages of one crawl have in common. */
export interface CrawlContext {
	tools: CrawlTools;
	request: CrawlRequest;
	state: CrawlState;
	chooser: LinkChooser;
	/** Receives what the client should know about the crawl as a whole. */
	warnings: Set<string>;
	/** Measures what a page says that those before it did not. */
	novelty: NoveltyMeter;
	/** Undefined when robots.txt files are not respected. */
	robots: RobotsFiles | undefined;
	documentDirectory: string;
	/**
	 * Loads a page once more and presses its buttons; see `listPressedAddresses`.
	 * @returns the addresses they lead to; undefined if that failed
	 */
	listPressed(page: FoundPage, url: string): Promise<string[] | undefined>;
	signal: AbortSignal;
}
