import { TERMINAL_STATES } from '../../engine/job.ts';
import type { ListedJob } from '../../db/jobListing.ts';
import { copyControl, stateBadge } from '../view/controls.ts';
import { dataTable } from '../view/dataTable.ts';
import { formatDuration, formatNumber } from '../view/figures.ts';
import { type Content, html, type Html } from '../view/html.ts';
import { formTokenField } from '../view/layout.ts';
import { showMoment } from '../view/moments.ts';
import { findCancellation, nameKind, readProgress, titleOf } from './describeJob.ts';

export interface JobTable {
	jobs: readonly ListedJob[];
	caption: string;
	whenEmpty: Content;
	/** Of running jobs, by ID. */
	progress: ReadonlyMap<string, object>;
	formToken: string;
	/** Path of the page that the table is on. */
	returnTo: string;
}

/** Kind of the log that a kind of job has. */
const LOG_KINDS: Readonly<Record<string, string>> = {
	scrape: 'scrape',
	batch: 'scrape',
	search: 'search',
};

/** A list of jobs; the script keeps the rows of unfinished ones up to date. */
export function jobTable(table: JobTable): Html {
	return dataTable({
		caption: table.caption,
		columns: [
			{ label: 'Job' },
			{ label: 'State' },
			{ label: 'Accepted' },
			{ label: 'Took', isNumber: true },
			{ label: 'Credits', isNumber: true },
		],
		rows: table.jobs.map((job) => ({
			id: job.id,
			isWatched: !TERMINAL_STATES.has(job.state),
			cells: [
				jobTitle(job),
				jobState(job, table),
				showMoment(job.createdAtMs),
				job.finishedAtMs === null ? '–' : formatDuration(job.finishedAtMs - job.createdAtMs),
				TERMINAL_STATES.has(job.state) ? formatNumber(job.creditsUsed) : '–',
			],
		})),
		whenEmpty: table.whenEmpty,
	});
}

function jobTitle(job: ListedJob): Html {
	const { id, kind } = job;
	const title = titleOf(job);
	const log = LOG_KINDS[kind];
	const shown = log === undefined ? title : html`<a href="/logs/${log}/${id}">${title}</a>`;
	return html`<span class="kind">${nameKind(kind)}</span> <span class="title">${shown}</span>
		<span class="job-id"><code>${id}</code> ${copyControl(id, `the ID of ${title}`)}</span>`;
}

function jobState(job: ListedJob, { progress, formToken, returnTo }: JobTable): Html {
	return html`${stateBadge(job.state)}
	${job.state === 'active' && showProgress(progress.get(job.id))}
	${job.error !== null && html`<span class="reason">${job.error}</span>`}
	${cancelForm(job, formToken, returnTo)}`;
}

function showProgress(reported: object | undefined): Html {
	const progress = readProgress(reported);
	const fraction = progress?.fraction;
	return html`<span class="progress">
		<progress
			max="1"
			${fraction !== undefined && html`value="${fraction}"`}
			aria-label="Progress"
		></progress>
		<span class="message">${progress?.message ?? 'Started'}</span>
	</span>`;
}

function cancelForm(job: ListedJob, formToken: string, returnTo: string): Content {
	const cancellation = findCancellation(job);
	if (cancellation === undefined) return undefined;
	return html`<form method="post" action="${cancellation.path}">
		${formTokenField(formToken)} <input type="hidden" name="returnTo" value="${returnTo}" />
		<button class="button small">
			${cancellation.label}<span class="unseen"> ${titleOf(job)}</span>
		</button>
	</form>`;
}
