import type { Config } from '../config.ts';
import type { Operations } from '../http/operation.ts';
import type { UsageRepository } from '../db/usage.ts';
import { describeAccount } from './account.ts';
import { listPeriods } from './periods.ts';

export interface UsageRoom {
	usage: UsageRepository;
	config: Pick<Config, 'monthlyScrapeLimit'>;
}

/** `GET /usage-stats` and `GET /account`. */
export function createUsageOperations({ usage, config }: UsageRoom): Operations {
	return {
		async getUsageStats({ query }) {
			const sums = listPeriods(query.range, new Date()).map(
				async ({ label, date, startMs, endMs }) => {
					const totals = await usage.sum(startMs, endMs);
					const { requests, crawls, tokens, captchas, latencyMs: latency, credits } = totals;
					return { label, date, requests, crawls, tokens, captchas, latency, credits };
				},
			);
			const data = await Promise.all(sums);
			return { status: 'success', data };
		},

		async getAccount() {
			const data = await describeAccount({ usage, config, now: new Date() });
			return { status: 'success', data };
		},
	};
}
