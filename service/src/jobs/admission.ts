import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import type { JobsRepository } from '../store/jobs.ts';
import type { UsageRepository } from '../store/usage.ts';
import { startOfMonth } from '../usage/periods.ts';
import { isScrapeKind } from './scrapeKinds.ts';

/** Unfinished jobs of a kind that the hosted service takes (gaps page, "Everywhere"). */
const MAX_PENDING_JOBS: Readonly<Record<string, number>> = { scrape: 10, batch: 50, crawl: 5 };

const PENDING_RETRY_SECONDS = 5;

export interface AdmissionRules {
	jobs: JobsRepository;
	usage: UsageRepository;
	config: Pick<Config, 'rateLimit' | 'monthlyScrapeLimit'>;
}

/**
 * Refuses a submit that the account may not make now. To be called before its jobs are accepted.
 * @param count how many jobs the submit comes to
 * @throws ApiError 429 `TOO_MANY_PENDING_JOBS`, only while rate limits are on; 403 when the scrapes
 *   of the month are used up
 */
export type Admit = (kind: string, count?: number) => void;

export function createAdmission({ jobs, usage, config }: AdmissionRules): Admit {
	return (kind, count = 1) => {
		const cap = config.rateLimit.requests > 0 ? MAX_PENDING_JOBS[kind] : undefined;
		const pending = cap === undefined ? 0 : jobs.countUnfinished(kind);
		if (cap !== undefined && pending + count > cap) {
			throw tooManyPending(
				`At most ${cap} ${kind} jobs may be unfinished; ${pending} are, and this request adds ${count}.`,
			);
		}
		const limit = config.monthlyScrapeLimit;
		if (!isScrapeKind(kind) || limit === 0) return;
		const { requests } = usage.sum(startOfMonth(new Date()).getTime(), Date.now() + 1);
		if (requests + count > limit) {
			throw new ApiError(403, 'Monthly scrape limit exceeded for your plan.');
		}
	};
}

/**
 * Keeps the queue from growing without end.
 * @throws ApiError 429 `TOO_MANY_PENDING_JOBS`
 */
export function refuseAnotherJob(unfinished: number, limit: number): void {
	if (unfinished < limit) return;
	throw tooManyPending(`At most ${limit} jobs may be unfinished, and so many are.`);
}

function tooManyPending(fact: string): ApiError {
	return new ApiError(429, `${fact} Wait until enough have ended.`, {
		code: 'TOO_MANY_PENDING_JOBS',
		retryAfterSeconds: PENDING_RETRY_SECONDS,
	});
}
