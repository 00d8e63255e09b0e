import type { Config } from '../config.ts';
import type { UsageRepository } from '../db/usage.ts';
import { startOfMonth } from './periods.ts';

export interface AccountFacts {
	usage: UsageRepository;
	config: Pick<Config, 'monthlyScrapeLimit'>;
	now: Date;
}

/** The account of this installation in the current month. Nothing limits its credits, hence null. */
export async function describeAccount({ usage, config, now }: AccountFacts) {
	const month = await usage.sum(startOfMonth(now).getTime(), now.getTime() + 1);
	const scrapesUsed = month.requests;
	const limit = config.monthlyScrapeLimit;
	return {
		plan: 'local',
		creditsUsed: month.credits,
		creditsRemaining: null,
		monthlyCredits: null,
		scrapesUsed,
		scrapesRemaining: limit === 0 ? null : Math.max(0, limit - scrapesUsed),
		monthlyScrapeLimit: limit === 0 ? null : limit,
	};
}
