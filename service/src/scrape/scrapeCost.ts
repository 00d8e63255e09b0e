import type { Costs } from '../config.ts';

export interface PagesEffort {
	/** Pages loaded or, by a crawl, processed; failed ones are free. */
	pages: number;
	/** Read and written by the model. */
	tokens: number;
	/** @default 0 */
	captchasSolved?: number;
}

/** Credits of a scrape or a crawl (gaps page, "Credits"). */
export function pricePages(
	{ pages, tokens, captchasSolved = 0 }: PagesEffort,
	costs: Costs,
): number {
	return (
		pages * costs.page +
		Math.ceil(tokens / 1000) * costs.thousandTokens +
		captchasSolved * costs.captcha
	);
}
