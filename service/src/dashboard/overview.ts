import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { publicAddress } from '../http/publicAddress.ts';
import { API_PREFIX } from '../http/server.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { JobListing, ListedJob } from '../db/jobListing.ts';
import type { UsageRepository, UsageTotals } from '../db/usage.ts';
import { describeAccount } from '../usage/handlers.ts';
import { startOfMonth } from '../usage/periods.ts';
import { readVisit } from './session.ts';
import type { Notices } from './notices.ts';
import { sendPage } from './pages.ts';
import { showPage } from './view/layout.ts';
import { jobTable } from './jobTable.ts';
import { copyControl } from './view/controls.ts';
import { formatDuration, formatNumber, nameMonth } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';

const MAX_RUNNING = 10;
const MAX_FAILURES = 5;

interface OverviewTools {
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

interface OverviewView {
	now: Date;
	account: Awaited<ReturnType<typeof describeAccount>>;
	/** Of the current month. */
	month: UsageTotals;
	/** The first of the jobs that wait or run. */
	unfinished: ListedJob[];
	unfinishedTotal: number;
	/** Newest first. */
	failures: ListedJob[];
	/** What clients are set to. */
	baseAddress: string;
	/** Of running jobs, by ID. */
	progress: ReadonlyMap<string, object>;
	formToken: string;
}

/** This month, the jobs under way, the last failures, and how to connect. */
function showOverview(view: OverviewView): Html {
	return html`<section aria-labelledby="month-title">
			<h2 id="month-title">${nameMonth(view.now)}</h2>
			${monthFigures(view)}
		</section>
		${runningJobs(view)} ${failedJobs(view)} ${connection(view.baseAddress)}`;
}

function monthFigures({ account, month }: OverviewView): Html {
	const { monthlyScrapeLimit, scrapesUsed } = account;
	const ofLimit =
		monthlyScrapeLimit !== null && `of ${formatNumber(monthlyScrapeLimit)} in this month`;
	return html`<dl class="figures">
		${figure('Credits', formatNumber(account.creditsUsed), account.creditsRemaining === null && 'counted, never charged')}
		${figure('Scrape Requests', formatNumber(scrapesUsed), ofLimit)}
		${figure('Crawls', formatNumber(month.crawls))}
		${figure('Documents', formatNumber(month.documents))}
		${figure('Searches', formatNumber(month.searches))}
		${figure('AI Tokens', formatNumber(month.tokens))}
		${figure('Average Latency', formatDuration(month.latencyMs))}
	</dl>`;
}

function figure(name: string, value: string, note?: string | false): Html {
	return html`<div class="card">
		<dt>${name}</dt>
		<dd>${value} ${note && html`<small>${note}</small>`}</dd>
	</div>`;
}

function runningJobs(view: OverviewView): Html {
	const hidden = view.unfinishedTotal - view.unfinished.length;
	return html`<section class="card" aria-labelledby="running-title">
		<h2 id="running-title">
			Running Jobs <span class="count">${formatNumber(view.unfinishedTotal)}</span>
		</h2>
		${jobTable({
			jobs: view.unfinished,
			caption: 'Jobs that wait or run',
			whenEmpty: 'Nothing runs right now.',
			progress: view.progress,
			formToken: view.formToken,
			returnTo: '/',
		})}
		${hidden > 0 && html`<p><a href="/jobs">${formatNumber(hidden)} More Jobs</a></p>`}
	</section>`;
}

function failedJobs({ failures, progress, formToken }: OverviewView): Html {
	return html`<section class="card" aria-labelledby="failures-title">
		<h2 id="failures-title">Recent Failures</h2>
		${jobTable({
			jobs: failures,
			caption: 'Jobs that failed last',
			whenEmpty: 'No job has failed.',
			progress,
			formToken,
			returnTo: '/',
		})}
	</section>`;
}

function connection(baseAddress: string): Content {
	return html`<section class="card" aria-labelledby="connect-title">
		<h2 id="connect-title">Connect a Program</h2>
		<p>
			In n8n, make a credential &ldquo;Web Data Extraction API&rdquo; with this base URL and
			<a href="/keys">an API key</a>.
		</p>
		<label for="base-url">Base URL</label>
		<div class="inline">
			<input id="base-url" class="code" value="${baseAddress}" readonly spellcheck="false" />
			${copyControl(baseAddress, 'the base URL')}
		</div>
	</section>`;
}
