import type { Config } from '../config.ts';
import type { Operations } from '../http/operation.ts';
import type { UsageRepository } from '../db/usage.ts';
import { listPeriods, startOfMonth } from './periods.ts';

export interface UsageDependencies {
	usage: UsageRepository;
	config: Pick<Config, 'monthlyScrapeLimit' | 'costs'>;
}

/** `GET /usage-stats` and `GET /account`. */
export function createUsageOperations({ usage, config }: UsageDependencies): Operations {
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

export interface AccountFacts {
	usage: UsageRepository;
	config: Pick<Config, 'monthlyScrapeLimit' | 'costs'>;
	now: Date;
}

/** The account of this installation in the current month. Nothing limits its credits, hence null. */
export async function describeAccount({ usage, config, now }: AccountFacts) {
	const month = await usage.sum(startOfMonth(now).getTime(), now.getTime() + 1);
	const scrapesUsed = month.requests;
	const { monthlyScrapeLimit: limit, costs } = config;
	return {
		plan: 'local',
		creditsUsed: month.credits,
		creditsRemaining: null,
		monthlyCredits: null,
		scrapesUsed,
		scrapesRemaining: limit === 0 ? null : Math.max(0, limit - scrapesUsed),
		monthlyScrapeLimit: limit === 0 ? null : limit,
		prices: {
			page: costs.page,
			captcha: costs.captcha,
			aiTokens: costs.thousandTokens,
			search: costs.tenResults,
			document: costs.documentPage,
		},
	};
}
