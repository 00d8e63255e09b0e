import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import type { JobsRepository } from '../store/jobs.ts';
import { startOfMonth } from '../usage/periods.ts';

/** Unfinished jobs of a kind that the hosted service takes (gaps page, "Everywhere"). */
const MAX_PENDING_JOBS: Readonly<Record<string, number>> = { scrape: 10, batch: 50, crawl: 5 };

const PENDING_RETRY_SECONDS = 5;

export interface AdmissionRules {
	jobs: JobsRepository;
	config: Pick<Config, 'rateLimit' | 'monthlyScrapeLimit'>;
}

/**
 * Refuses a submit that the account may not make now. To be called before the job is accepted.
 * @throws ApiError 429 `TOO_MANY_PENDING_JOBS`, only while rate limits are on; 403 when the scrapes
 *   of the month are used up
 */
export function admitJob({ jobs, config }: AdmissionRules, kind: string): void {
	const cap = MAX_PENDING_JOBS[kind];
	if (config.rateLimit.requests > 0 && cap !== undefined && jobs.countUnfinished(kind) >= cap) {
		throw new ApiError(
			429,
			`There are ${cap} unfinished ${kind} jobs, the most allowed. Wait until one has ended.`,
			{ code: 'TOO_MANY_PENDING_JOBS', retryAfterSeconds: PENDING_RETRY_SECONDS },
		);
	}
	const limit = config.monthlyScrapeLimit;
	if (kind !== 'scrape' || limit === 0) return;
	if (jobs.countAcceptedSince(kind, startOfMonth(new Date()).getTime()) >= limit) {
		throw new ApiError(403, 'Monthly scrape limit exceeded for your plan.');
	}
}
