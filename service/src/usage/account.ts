import type { Config } from '../config.ts';
import { countScrapesSince } from '../jobs/scrapeKinds.ts';
import type { JobsRepository } from '../store/jobs.ts';
import type { UsageRepository } from '../store/usage.ts';
import { startOfMonth } from './periods.ts';

export interface AccountFacts {
	usage: UsageRepository;
	jobs: JobsRepository;
	config: Pick<Config, 'monthlyScrapeLimit'>;
	now: Date;
}

/** The account of this installation in the current month. Nothing limits its credits, hence null. */
export function describeAccount({ usage, jobs, config, now }: AccountFacts) {
	const monthStartMs = startOfMonth(now).getTime();
	const scrapesUsed = countScrapesSince(jobs, monthStartMs);
	const limit = config.monthlyScrapeLimit;
	return {
		plan: 'local',
		creditsUsed: usage.sum(monthStartMs, now.getTime() + 1).credits,
		creditsRemaining: null,
		monthlyCredits: null,
		scrapesUsed,
		scrapesRemaining: limit === 0 ? null : Math.max(0, limit - scrapesUsed),
		monthlyScrapeLimit: limit === 0 ? null : limit,
	};
}
