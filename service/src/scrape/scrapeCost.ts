import type { Costs } from '../config.ts';

export interface ScrapeEffort {
	/** Pages loaded; failed ones are free. */
	pages: number;
	/** Read and written by the model. */
	tokens: number;
	captchasSolved: number;
}

/** Credits of a scrape (gaps page, "Credits"). */
export function priceScrape({ pages, tokens, captchasSolved }: ScrapeEffort, costs: Costs): number {
	return (
		pages * costs.page +
		Math.ceil(tokens / 1000) * costs.thousandTokens +
		captchasSolved * costs.captcha
	);
}
