import type { Config } from '../config.ts';
import type { Queries } from '../db/database.ts';
import type { JobsRepository } from '../db/jobs.ts';
import type { UsageRepository } from '../db/usage.ts';
import { ApiError } from '../http/apiError.ts';
import { startOfMonth } from '../usage/periods.ts';
import { isScrapeKind } from './job.ts';

/** How many unfinished jobs of a kind the hosted service accepts (api/openapi.yaml, info, Rate limits). */
const MAX_PENDING_JOBS: Readonly<Record<string, number>> = { scrape: 10, batch: 50, crawl: 5 };

const PENDING_RETRY_SECONDS = 5;

export interface AdmissionRules {
	jobs: JobsRepository;
	usage: UsageRepository;
	config: Pick<Config, 'rateLimit' | 'monthlyScrapeLimit' | 'maxUnfinishedJobs'>;
}

/**
 * Rejects jobs that cannot be accepted now. To be called in the transaction that stores them.
 * @param count how many jobs
 * @param unfinished how many of all kinds wait or run
 * @throws ApiError 429 `TOO_MANY_PENDING_JOBS`: too many of all kinds, or of this kind while rate
 *   limits are on; 403 when the scrapes of the month are used up
 */
export type Admit = (
	kind: string,
	count: number,
	unfinished: number,
	transaction: Queries,
) => Promise<void>;

export function createAdmission({ jobs, usage, config }: AdmissionRules): Admit {
	const { rateLimit, monthlyScrapeLimit, maxUnfinishedJobs } = config;

	return async (kind, count, unfinished, transaction) => {
		const cap = rateLimit.requests > 0 ? MAX_PENDING_JOBS[kind] : undefined;
		if (cap !== undefined) {
			const pending = await jobs.countUnfinished(kind, transaction);
			if (pending + count > cap) {
				throw tooManyPending(
					`At most ${cap} ${kind} jobs may be waiting or running. There is room for ${cap - pending}, and this request adds ${count}.`,
				);
			}
		}
		if (isScrapeKind(kind) && monthlyScrapeLimit > 0) {
			const startMs = startOfMonth(new Date()).getTime();
			const { requests } = await usage.sum(startMs, Date.now() + 1, transaction);
			if (requests + count > monthlyScrapeLimit) {
				throw new ApiError(403, 'Monthly scrape limit exceeded for your plan.');
			}
		}
		if (unfinished + count <= maxUnfinishedJobs) return;
		throw tooManyPending(
			`At most ${maxUnfinishedJobs} jobs may be waiting or running (MAX_UNFINISHED_JOBS). There is room for ${maxUnfinishedJobs - unfinished}, and this request adds ${count}.`,
		);
	};
}

function tooManyPending(fact: string): ApiError {
	return new ApiError(429, `${fact} Wait until some of them have finished.`, {
		code: 'TOO_MANY_PENDING_JOBS',
		retryAfterSeconds: PENDING_RETRY_SECONDS,
	});
}
