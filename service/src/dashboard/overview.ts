import type { Config } from '../config.ts';
import type { JobListing } from '../db/jobListing.ts';
import type { UsageRepository, UsageTotals } from '../db/usage.ts';
import type { JobQueue } from '../engine/queue.ts';
import { publicAddress } from '../http/publicAddress.ts';
import { API_PREFIX } from '../http/server.ts';
import { describeAccount } from '../usage/handlers.ts';
import { startOfMonth } from '../usage/periods.ts';
import { jobTable } from './jobs.ts';
import type { Pages } from './page.ts';
import { formatDuration, formatNumber, nameMonth } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';
import { copyField } from './view/parts.ts';

const MAX_RUNNING = 10;
const MAX_FAILURES = 5;

interface OverviewTools {
	listing: JobListing;
	usage: UsageRepository;
	queue: Pick<JobQueue, 'readProgress'>;
	config: Pick<Config, 'monthlyScrapeLimit' | 'costs'>;
	listNotices: () => string[];
}

/** The first page: this month, unfinished jobs, the last failures, and how to connect. */
export function registerOverview(
	pages: Pages,
	{ listing, usage, queue, config, listNotices }: OverviewTools,
): void {
	pages.get('/', async (request, formToken) => {
		const now = new Date();
		const account = await describeAccount({ usage, config, now });
		const month = await usage.sum(startOfMonth(now).getTime(), now.getTime() + 1);
		const running = await listing.listUnfinished(MAX_RUNNING);
		const total = await listing.countUnfinished();
		const progress = await queue.readProgress(running.map(({ id }) => id));
		const lists = { progress, formToken, returnTo: '/' };
		const hidden = total - running.length;
		const connect = connection(publicAddress(request) + API_PREFIX);
		// Users who have sent no job yet want to know how.
		const hasJobs = (await listing.count()) > 0;
		const content = html`${listNotices().map((text) => html`<p class="notice bad" role="status">${text}</p>`)}
			<section aria-labelledby="month-title">
				<h2 id="month-title">${nameMonth(now)}</h2>
				${monthFigures(account, month)}
				${
					account.creditsRemaining === null &&
					html`<p class="hint">
						A credit is one page, 1,000 AI tokens or 10 search results, unless the service's COST
						settings say otherwise.
					</p>`
				}
			</section>
			${!hasJobs && connect}
			<section class="card" aria-labelledby="running-title">
				<h2 id="running-title">Running Jobs <span class="count">${formatNumber(total)}</span></h2>
				${jobTable({
					...lists,
					jobs: running,
					caption: 'Jobs that are waiting or running',
					whenEmpty: 'No jobs running.',
				})}
				${hidden > 0 && html`<p><a href="/jobs">${formatNumber(hidden)} More Jobs</a></p>`}
			</section>
			<section class="card" aria-labelledby="failures-title">
				<h2 id="failures-title">Recent Failures</h2>
				${jobTable({
					...lists,
					jobs: await listing.listFailed(MAX_FAILURES),
					caption: 'Jobs that failed most recently',
					whenEmpty: 'No failed jobs.',
				})}
			</section>
			${hasJobs && connect}`;
		return { title: 'Overview', content };
	});
}

function monthFigures(
	account: Awaited<ReturnType<typeof describeAccount>>,
	month: UsageTotals,
): Html {
	const { monthlyScrapeLimit: limit, scrapesUsed, creditsUsed, creditsRemaining } = account;
	const figures: [name: string, value: string, note?: string | false][] = [
		['Credits', formatNumber(creditsUsed), creditsRemaining === null && 'counted, never charged'],
		[
			'Scrape Requests',
			formatNumber(scrapesUsed),
			limit !== null && `of ${formatNumber(limit)} this month`,
		],
		['Crawls', formatNumber(month.crawls)],
		['Documents', formatNumber(month.documents)],
		['Searches', formatNumber(month.searches)],
		['AI Tokens', formatNumber(month.tokens)],
		['Average Latency', month.requests > 0 ? formatDuration(month.latencyMs) : '–'],
	];
	return html`<dl class="figures">
		${figures.map(
			([name, value, note]) =>
				html`<div class="card">
					<dt>${name}</dt>
					<dd>${value} ${note && html`<span class="reason">${note}</span>`}</dd>
				</div>`,
		)}
	</dl>`;
}

function connection(baseAddress: string): Content {
	return html`<section class="card" aria-labelledby="connect-title">
		<h2 id="connect-title">Connect a Program</h2>
		<p>
			In n8n, create a credential &ldquo;Web Data Extraction API&rdquo; with this base URL and
			<a href="/keys">an API key</a>.
		</p>
		<label for="base-url">Base URL</label>
		${copyField('base-url', baseAddress, 'the base URL')}
	</section>`;
}
