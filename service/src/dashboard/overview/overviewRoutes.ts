import type { FastifyInstance } from 'fastify';
import type { Config } from '../../config.ts';
import { publicAddress } from '../../http/publicAddress.ts';
import { API_PREFIX } from '../../http/server.ts';
import type { JobQueue } from '../../engine/queue.ts';
import type { JobListing } from '../../db/jobListing.ts';
import type { UsageRepository } from '../../db/usage.ts';
import { describeAccount } from '../../usage/account.ts';
import { startOfMonth } from '../../usage/periods.ts';
import { readVisit } from '../access/guards.ts';
import type { Notices } from '../notices.ts';
import { sendPage } from '../pages.ts';
import { showPage } from '../view/layout.ts';
import { showOverview } from './overviewPage.ts';

const MAX_RUNNING = 10;
const MAX_FAILURES = 5;

export interface OverviewTools {
	listing: JobListing;
	usage: UsageRepository;
	queue: Pick<JobQueue, 'readProgress'>;
	notices: Notices;
	config: Pick<Config, 'monthlyScrapeLimit'>;
}

/** The first page: this month, what runs, what failed. */
export function registerOverview(server: FastifyInstance, tools: OverviewTools): void {
	const { listing, usage, queue, notices, config } = tools;

	server.get('/', async (request, reply) => {
		const { session, formToken } = readVisit(request);
		const now = new Date();
		const unfinished = await listing.listUnfinished(MAX_RUNNING);
		const content = showOverview({
			now,
			account: await describeAccount({ usage, config, now }),
			month: await usage.sum(startOfMonth(now).getTime(), now.getTime() + 1),
			unfinished,
			unfinishedTotal: await listing.countUnfinished(),
			failures: await listing.listFailed(MAX_FAILURES),
			baseAddress: publicAddress(request) + API_PREFIX,
			progress: await queue.readProgress(unfinished.map(({ id }) => id)),
			formToken,
		});
		const notice = notices.take(session);
		return sendPage(reply, showPage({ title: 'Overview', place: '/', notice, formToken, content }));
	});
}
