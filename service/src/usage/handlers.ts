import type { Config } from '../config.ts';
import type { Operations } from '../http/operation.ts';
import type { UsageRepository } from '../store/usage.ts';
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
			const data = listPeriods(query.range, new Date()).map((period) => {
				const { requests, crawls, tokens, captchas, latencyMs, credits } = usage.sum(
					period.startMs,
					period.endMs,
				);
				const { label, date } = period;
				return { label, date, requests, crawls, tokens, captchas, latency: latencyMs, credits };
			});
			return { status: 'success', data };
		},

		async getAccount() {
			const data = describeAccount({ usage, config, now: new Date() });
			return { status: 'success', data };
		},
	};
}
