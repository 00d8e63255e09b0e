import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { JobQueue } from '../engine/queue.ts';
import type { JobListing } from '../db/jobListing.ts';
import { localPath, readVisit } from './session.ts';
import type { Notices } from './notices.ts';
import { sendPage } from './pages.ts';
import { html } from './view/html.ts';
import { showPage } from './view/layout.ts';
import { pageLinks } from './view/dataTable.ts';
import { describeChanges, jobTable } from './jobTable.ts';
import { ApiError } from '../http/apiError.ts';
import type { Operations } from '../http/operation.ts';

const JOBS_PER_PAGE = 25;
const MAX_WATCHED = 50;

interface JobTools {
	listing: JobListing;
	queue: Pick<JobQueue, 'readProgress'>;
	notices: Notices;
}

const pageQuery = z.object({ page: z.coerce.number().int().min(1).max(1_000_000).catch(1) });
const progressQuery = z.object({
	ids: z
		.string()
		.transform((text) =>
			text
				.split(',')
				.filter((id) => id !== '')
				.slice(0, MAX_WATCHED),
		)
		.catch([]),
});

/** The jobs of all kinds: listed and watched. */
export function registerJobs(server: FastifyInstance, tools: JobTools): void {
	const { listing, queue, notices } = tools;

	server.get('/jobs', async (request, reply) => {
		const { page } = pageQuery.parse(request.query);
		const { session, formToken } = readVisit(request);
		const total = await listing.count();
		const jobs = await listing.paginate(page, JOBS_PER_PAGE);
		const table = jobTable({
			jobs,
			caption: 'Jobs, newest first',
			whenEmpty:
				page === 1 ? 'No jobs yet. Send one to the API and it appears here.' : 'No more jobs.',
			progress: await queue.readProgress(jobs.map(({ id }) => id)),
			formToken,
			returnTo: `/jobs?page=${page}`,
		});
		const links = pageLinks({
			page,
			limit: JOBS_PER_PAGE,
			total,
			linkTo: (target) => `/jobs?page=${target}`,
		});
		const content = html`<section class="card" data-jobs-total="${total}" aria-label="All jobs">
			${table} ${links}
		</section>`;
		const notice = notices.take(session);
		return sendPage(reply, showPage({ title: 'Jobs', place: '/jobs', notice, formToken, content }));
	});

	server.get('/jobs/progress', async (request) => {
		const { ids } = progressQuery.parse(request.query);
		const jobs = await listing.findAll(ids);
		const progress = await queue.readProgress(jobs.map(({ id }) => id));
		const changes = jobs.map((job) => describeChanges(job, progress.get(job.id)));
		return { total: await listing.count(), jobs: changes };
	});
}

interface CancelTools {
	/** The API's own: its rules and its refusals apply. */
	operations: Pick<Operations, 'cancelCrawl' | 'cancelSearch' | 'cancelBatchScrape'>;
	notices: Notices;
}

type JobRoute = { Params: { jobId: string }; Body: undefined; Querystring: never };
type BatchRoute = { Params: { batchId: string }; Body: undefined; Querystring: never };

const cancelForm = z.object({ returnTo: localPath });

/** The forms that cancel a crawl, a search or a batch. */
export function registerCancel(
	server: FastifyInstance,
	{ operations, notices }: CancelTools,
): void {
	const { cancelCrawl, cancelSearch, cancelBatchScrape } = operations;

	const leaveOutcome = async (request: FastifyRequest, cancelling: Promise<unknown>) => {
		const { session } = readVisit(request);
		try {
			await cancelling;
			notices.leave(session, { tone: 'good', text: 'It is cancelled.' });
		} catch (error) {
			if (!(error instanceof ApiError)) throw error;
			notices.leave(session, { tone: 'bad', text: error.message });
		}
		return cancelForm.parse(request.body).returnTo;
	};

	if (cancelCrawl !== undefined) {
		server.post<JobRoute>('/jobs/crawl/:jobId/cancel', async (request, reply) =>
			reply.redirect(await leaveOutcome(request, cancelCrawl(request, reply)), 303),
		);
	}
	if (cancelSearch !== undefined) {
		server.post<JobRoute>('/jobs/search/:jobId/cancel', async (request, reply) =>
			reply.redirect(await leaveOutcome(request, cancelSearch(request, reply)), 303),
		);
	}
	if (cancelBatchScrape !== undefined) {
		server.post<BatchRoute>('/jobs/batch/:batchId/cancel', async (request, reply) =>
			reply.redirect(await leaveOutcome(request, cancelBatchScrape(request, reply)), 303),
		);
	}
}
