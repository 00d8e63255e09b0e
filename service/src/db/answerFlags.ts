import type { components } from '../../../api/generated/types.ts';

/** What a page or document says about itself; absent where it does not. */
export type StatedMetadata = components['schemas']['PageMetadata'];

/** The headings of a page that an address can lead to. */
export type HeadingAnchors = components['schemas']['HeadingAnchors'];

/**
 * What is worth noticing about one page's answer, in the words of the contract
 * (`api/openapi.yaml`, `BatchScrapeItem` and `CrawlPage`). Anything else is left out.
 */
export interface AnswerFlags {
	/** No answer could be produced: the raw Markdown takes its place. */
	ai_extraction_failed?: true;
	/** Every value of the answer is empty. */
	extraction_empty?: true;
	/** The page gave very little text. */
	lowContent?: true;
	/** One sentence each; never an empty list. */
	warnings?: string[];
	/** The address after redirects, if it differs from the requested one. */
	finalUrl?: string;
	metadata?: StatedMetadata;
	anchors?: HeadingAnchors;
	/** What was read of a list, and how. */
	list?: components['schemas']['ListAccount'];
}
