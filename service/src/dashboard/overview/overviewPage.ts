import type { ListedJob } from '../../db/jobListing.ts';
import type { UsageTotals } from '../../db/usage.ts';
import type { describeAccount } from '../../usage/account.ts';
import { jobTable } from '../jobs/jobTable.ts';
import { copyControl } from '../view/controls.ts';
import { formatDuration, formatNumber } from '../view/figures.ts';
import { type Content, html, type Html } from '../view/html.ts';
import { nameMonth } from '../view/moments.ts';

export interface OverviewView {
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
export function showOverview(view: OverviewView): Html {
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
