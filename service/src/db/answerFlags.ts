/**
 * What is worth noticing about one page's answer, in the words of the contract
 * (`api/openapi.yaml`, `BatchScrapeItem` and `CrawlPage`). What is not worth it is left out.
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
	/** Where redirects led to, when that is another address than the one asked for. */
	finalUrl?: string;
}
