import { z } from 'zod';
import { TERMINAL_STATES } from '../db/jobRecord.ts';
import { describeSubject } from '../engine/job.ts';
import type { ListedJob } from '../db/jobListing.ts';
import { copyControl, nameState, stateBadge } from './view/controls.ts';
import { dataTable } from './view/dataTable.ts';
import { formatDuration, formatNumber, showMoment } from './view/format.ts';
import { type Content, html, type Html } from './view/html.ts';
import { formTokenField } from './view/layout.ts';

interface JobTable {
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

const KIND_NAMES: Readonly<Record<string, string>> = {
	scrape: 'Scrape',
	batch: 'Batch Scrape',
	crawl: 'Crawl',
	search: 'Search',
	parse: 'Parse',
};

const MAX_TITLE_LENGTH = 160;

/** Title-case name of a kind of job; an unknown one keeps its own. */
function nameKind(kind: string): string {
	return KIND_NAMES[kind] ?? kind;
}

/** What a job is about, short enough for a list. */
function titleOf({ request }: Pick<ListedJob, 'request'>): string {
	return describeSubject(request).slice(0, MAX_TITLE_LENGTH) || 'No description';
}

/** How far a running job is. */
interface JobProgress {
	message: string;
	/** 0 to 1; undefined while nobody can say. */
	fraction: number | undefined;
}

const reported = z
	.object({
		message: z.string(),
		progress: z.number(),
		pagesCrawled: z.number(),
		maxPages: z.number(),
		done: z.number(),
		total: z.number(),
	})
	.partial();

/** Reads the progress of any kind of job: each module reports in the words of its own endpoint. */
export function readProgress(progress: object | undefined): JobProgress | undefined {
	const known = reported.safeParse(progress ?? {}).data;
	if (known === undefined || Object.keys(known).length === 0) return undefined;
	const fraction =
		known.progress ?? share(known.pagesCrawled, known.maxPages) ?? share(known.done, known.total);
	return {
		message: known.message ?? '',
		fraction: fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction)),
	};
}

function share(done: number | undefined, total: number | undefined): number | undefined {
	if (done === undefined || total === undefined || total === 0) return undefined;
	return done / total;
}

/** What the script needs to keep the row of a job up to date. */
interface JobChanges {
	id: string;
	state: string;
	/** Name of the state. */
	label: string;
	/** What the job is about, for announcements. */
	title: string;
	hasEnded: boolean;
	/** Of a running job. */
	message: string | null;
	/** 0 to 1. */
	fraction: number | null;
}

/**
 * A job as it stands now.
 * @param reported what it last said of itself
 */
export function describeChanges(job: ListedJob, reported: object | undefined): JobChanges {
	const { id, state } = job;
	const progress = state === 'active' ? readProgress(reported) : undefined;
	return {
		id,
		state,
		label: nameState(state),
		title: titleOf(job),
		hasEnded: TERMINAL_STATES.has(state),
		message: progress?.message ?? null,
		fraction: progress?.fraction ?? null,
	};
}

/** What the API can cancel on behalf of a job: the job itself, or the batch that it is part of. */
interface Cancellation {
	label: string;
	/** Where the form that cancels is sent. */
	path: string;
}

/** How a job can be cancelled now; undefined when the API cannot. */
function findCancellation(
	job: Pick<ListedJob, 'id' | 'kind' | 'state' | 'batchId'>,
): Cancellation | undefined {
	const { id, kind, state, batchId } = job;
	if (TERMINAL_STATES.has(state)) return undefined;
	if (batchId !== null) return { label: 'Cancel Batch', path: `/jobs/batch/${batchId}/cancel` };
	if (kind !== 'crawl' && kind !== 'search') return undefined;
	return { label: 'Cancel', path: `/jobs/${kind}/${id}/cancel` };
}
