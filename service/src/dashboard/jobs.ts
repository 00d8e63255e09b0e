import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { JobFilter, JobListing, ListedJob } from '../db/jobListing.ts';
import { TERMINAL_STATES, UNFINISHED_STATES } from '../db/jobRecord.ts';
import { describeSubject } from '../engine/job.ts';
import type { JobQueue } from '../engine/queue.ts';
import { ApiError } from '../http/apiError.ts';
import type { Operations } from '../http/operation.ts';
import { type Pages, postForm } from './page.ts';
import { localPath } from './session.ts';
import { type Content, html, type Html } from './view/html.ts';
import {
	copyControl,
	filterChoice,
	filterField,
	filterForm,
	nameState,
	linkPages,
	pageLinks,
	pageNumber,
	ROWS_PER_PAGE,
	activityTable,
	stateChoice,
	stateOf,
} from './view/parts.ts';
import { listWarnings } from './view/warnings.ts';

const MAX_WATCHED = 50;

interface JobTools {
	listing: JobListing;
	queue: Pick<JobQueue, 'readProgress'>;
	/** The API's own operations, so that its rules and errors apply. */
	operations: Pick<Operations, 'cancelCrawl' | 'cancelSearch' | 'cancelBatchScrape'>;
}

/** The filters of the list. */
const FILTERS = {
	in_progress: { states: UNFINISHED_STATES },
	completed: { states: ['completed'], hasFailures: false },
	partial: { states: ['completed'], hasFailures: true },
	failed: { states: ['failed'], hasFailures: false },
	cancelled: { states: ['cancelled'], hasFailures: false },
} as const satisfies Record<string, JobFilter>;

const STATUSES = ['in_progress', 'completed', 'partial', 'failed', 'cancelled'] as const;

const pageQuery = z.object({
	page: pageNumber,
	searchTerm: z.string().trim().max(1000).catch(''),
	kind: z.string().catch(''),
	status: z.enum(STATUSES).or(z.literal('')).catch(''),
});
type FilterForm = Omit<z.infer<typeof pageQuery>, 'page'>;

const progressQuery = z.object({ ids: z.string().catch('') });
const cancelForm = z.object({ returnTo: localPath });

/** The jobs of all kinds: listed, watched and cancelled. */
export function registerJobs(server: FastifyInstance, pages: Pages, tools: JobTools): void {
	const { listing, queue, operations } = tools;

	pages.get('/jobs', async ({ query }, formToken) => {
		const { page, ...form } = pageQuery.parse(query);
		const filter = readFilter(form);
		const { isFiltered, linkTo } = linkPages('/jobs', form);
		const total = await listing.count(filter);
		const jobs = await listing.paginate(filter, page, ROWS_PER_PAGE);
		const table = jobTable({
			jobs,
			caption: 'Jobs, newest first',
			whenEmpty: describeNone(page, isFiltered),
			progress: await queue.readProgress(jobs.map(({ id }) => id)),
			formToken,
			returnTo: linkTo(page),
		});
		const content = html`<section
			class="card"
			data-jobs-total="${await listing.count()}"
			aria-label="All jobs"
		>
			${showFilter(form)} ${table} ${pageLinks({ page, total, linkTo })}
		</section>`;
		return { title: 'Jobs', content };
	});

	server.get('/jobs/progress', async ({ query }) => {
		const { ids } = progressQuery.parse(query);
		const jobs = await listing.findAll(ids.split(',').slice(0, MAX_WATCHED));
		const progress = await queue.readProgress(jobs.map(({ id }) => id));
		const changes = jobs.map((job) => describeChanges(job, progress.get(job.id)));
		return { total: await listing.count(), jobs: changes };
	});

	const { cancelCrawl, cancelSearch, cancelBatchScrape } = operations;
	addCancel(pages, '/jobs/crawl/:jobId/cancel', cancelCrawl);
	addCancel(pages, '/jobs/search/:jobId/cancel', cancelSearch);
	addCancel(pages, '/jobs/batch/:batchId/cancel', cancelBatchScrape);
}

function describeNone(page: number, isFiltered: boolean): string {
	if (page > 1) return 'No more jobs.';
	return isFiltered
		? 'No jobs match this filter.'
		: 'No jobs yet. Send one to the API and it appears here.';
}

function readFilter({ searchTerm, kind, status }: FilterForm): JobFilter {
	return {
		...(status !== '' && FILTERS[status]),
		...(Object.hasOwn(KINDS, kind) && { kind }),
		...(searchTerm !== '' && { searchTerm }),
	};
}

function showFilter({ searchTerm, kind, status }: FilterForm): Html {
	const kinds = Object.entries(KINDS).map(([value, { name }]) => [value, name] as const);
	return filterForm('/jobs', [
		filterField('searchTerm', 'search', 'Address, Query or File Contains', searchTerm),
		filterChoice('kind', 'Kind', kinds, kind),
		stateChoice(STATUSES, status),
	]);
}

// A method, because its parameters may be narrower: each operation knows its own path.
type Cancel = { cancel(request: FastifyRequest, reply: FastifyReply): Promise<unknown> }['cancel'];

function addCancel(pages: Pages, path: string, cancel: Cancel | undefined): void {
	if (cancel === undefined) return;
	pages.post(path, async (request, _formToken, reply) => {
		const to = cancelForm.parse(request.body).returnTo;
		try {
			await cancel(request, reply);
			return { to, notice: { tone: 'good', text: 'The job was cancelled.' } };
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			return { to, notice: { tone: 'bad', text: error.message } };
		}
	});
}

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

/** The name of each kind of job, and the path of its jobs' pages. */
const KINDS: Readonly<Record<string, { name: string; path?: string }>> = {
	scrape: { name: 'Scrape', path: '/logs/scrape' },
	batch: { name: 'Batch Scrape', path: '/logs/scrape' },
	crawl: { name: 'Crawl', path: '/jobs/crawl' },
	'crawl-page': { name: 'Page Extraction' },
	search: { name: 'Search', path: '/logs/search' },
	parse: { name: 'Parse', path: '/jobs/parse' },
};

/** A list of jobs; the script keeps the rows of unfinished ones up to date. */
export function jobTable({ jobs, progress, formToken, returnTo, ...table }: JobTable): Html {
	return activityTable({
		...table,
		subjectLabel: 'Job',
		rows: jobs.map((job) => ({
			id: job.id,
			subject: showSubject(job),
			state: job.state,
			error: job.error,
			warnings: listWarnings(job.flags),
			startedAt: job.createdAtMs,
			tookMs: job.finishedAtMs && job.finishedAtMs - job.createdAtMs,
			credits: job.finishedAtMs && job.creditsUsed,
			progress: job.state === 'active' && showProgress(readProgress(progress.get(job.id))),
			cancel: showCancel(job, formToken, returnTo),
		})),
	});
}

function showSubject(job: ListedJob): Html {
	const { id, kind } = job;
	const title = titleOf(job);
	const { name, path } = KINDS[kind] ?? { name: kind };
	const shown = path === undefined ? title : html`<a href="${path}/${id}">${title}</a>`;
	return html`<span class="kind">${name}</span> <span class="title">${shown}</span>
		<span class="inline job-id"
			><code>${id}</code> ${copyControl(id, `the ID of ${name} ${title}, ${id.slice(0, 8)}`)}</span
		>`;
}

function showProgress(progress: JobProgress | undefined): Html {
	const { fraction, message = 'Started' } = progress ?? {};
	const value = fraction !== undefined && html`value="${fraction}"`;
	return html`<span class="progress">
		<progress max="1" ${value} aria-label="Progress"></progress>
		<span class="reason">${message}</span>
	</span>`;
}

/** What the API can cancel for a job: the job itself, or the batch that it is part of. */
function showCancel(job: ListedJob, formToken: string, returnTo: string): Content {
	const { id, kind, state, batchId } = job;
	const isAlone = batchId === null;
	const canCancel = !isAlone || kind === 'crawl' || kind === 'search';
	if (TERMINAL_STATES.has(state) || !canCancel) return undefined;
	return postForm(
		isAlone ? `/jobs/${kind}/${id}/cancel` : `/jobs/batch/${batchId}/cancel`,
		formToken,
		html`<input type="hidden" name="returnTo" value="${returnTo}" />
			<button class="outline secondary small">
				${isAlone ? 'Cancel' : 'Cancel Batch'}<span class="unseen"> ${titleOf(job)}</span>
			</button>`,
	);
}

const MAX_TITLE_LENGTH = 160;

/** What a job is about, short enough for a list. */
function titleOf({ request }: ListedJob): string {
	return describeSubject(request).slice(0, MAX_TITLE_LENGTH) || 'No description';
}

/** The progress of a running job. */
interface JobProgress {
	message: string;
	/** 0 to 1; undefined if unknown. */
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

/** Reads the progress of any kind of job: each module reports it as in its own endpoint. */
export function readProgress(progress: object | undefined): JobProgress | undefined {
	const known = reported.safeParse(progress).data;
	if (known === undefined || Object.keys(known).length === 0) return undefined;
	const { message = '', pagesCrawled, maxPages, done = pagesCrawled, total = maxPages } = known;
	const share = done === undefined || !total ? undefined : done / total;
	const fraction = known.progress ?? share;
	return { message, fraction: fraction && Math.min(1, Math.max(0, fraction)) };
}

/** What the script needs to keep the row of a job up to date. */
function describeChanges(job: ListedJob, report: object | undefined) {
	const { id, state, error } = job;
	const progress = state === 'active' ? readProgress(report) : undefined;
	return {
		id,
		isActive: state === 'active',
		hasEnded: TERMINAL_STATES.has(state),
		/** Name of the state. */
		label: nameState(stateOf(state, error)),
		/** What the job is about, for announcements. */
		title: titleOf(job),
		message: progress?.message ?? null,
		fraction: progress?.fraction ?? null,
	};
}
