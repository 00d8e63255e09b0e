import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import { ignoredFieldWarnings, keepIgnoredFields } from '../http/ignoredFields.ts';
import { type JsonEntry, sendJsonList } from '../http/json.ts';
import type { Operations } from '../http/operation.ts';
import { TERMINAL_STATES } from '../db/jobRecord.ts';
import type { JobQueue, JobSnapshot } from '../engine/queue.ts';
import { describeSchemaWarnings } from '../scrape/scrapeRequest.ts';
import type { CrawlPage, CrawlPagesRepository } from '../db/crawlPages.ts';
import type { FileStore } from '../files/fileStore.ts';
import {
	checkCrawlRequest,
	toCrawlJobFacts,
	toCrawlJobRequest,
	toExtractRequest,
	toListedPage,
	toPendingPage,
	toResultPage,
} from './crawlBodies.ts';
import { openArchive } from './archive.ts';
import { crawlNotFound } from './recordHandlers.ts';
import { crawlProgress } from './crawlTools.ts';

/** Type of this module's jobs in the queue. */
const CRAWL_KIND = 'crawl';

export interface CrawlDependencies {
	queue: JobQueue;
	pages: CrawlPagesRepository;
	files: FileStore;
	config: Pick<Config, 'proxy' | 'crawl'>;
}

/** The endpoints of crawl jobs and their pages, under `/crawl`. */
export function createCrawlOperations(dependencies: CrawlDependencies): Operations {
	const { queue, pages, files, config } = dependencies;

	const findJob = async (jobId: string, message?: string): Promise<JobSnapshot> => {
		const job = await queue.find(jobId, CRAWL_KIND);
		if (job === undefined) throw crawlNotFound(message);
		return job;
	};

	/** The stored pages as entries of a list, each created on demand. */
	const toEntries = (
		stored: readonly CrawlPage[],
		toJson: typeof toResultPage,
		request: FastifyRequest,
	): JsonEntry[] =>
		stored.map((page) => async () => {
			const data = await pages.readData(page.id);
			return toJson(page, data, (name) => linkFile(request, files, name));
		});

	return {
		async submitCrawl({ body, ignoredFields }, reply) {
			checkCrawlRequest(body, config);
			const jobId = await queue.accept(
				CRAWL_KIND,
				keepIgnoredFields(toCrawlJobRequest(body), ignoredFields),
			);
			reply.code(202);
			return {
				status: 'queued',
				jobId,
				message: `Crawl queued. Poll GET /crawl/${jobId} until its status is completed, failed or cancelled.`,
				...describeSchemaWarnings(body),
				...ignoredFieldWarnings(ignoredFields),
			};
		},

		async getCrawlJob(request, reply) {
			const job = await findJob(request.params.jobId);
			const hasEnded = TERMINAL_STATES.has(job.state);
			const facts = toCrawlJobFacts(job, hasEnded ? await queue.readResult(job.id) : undefined);
			if (job.state !== 'completed') return { ...facts, result: null };
			const successful = (await pages.list(job.id)).filter(({ status }) => status === 'success');
			return sendJsonList(reply, facts, 'result', toEntries(successful, toResultPage, request));
		},

		async cancelCrawl({ params }) {
			const job = await findJob(params.jobId);
			if (await queue.cancel(job.id)) return { status: 'cancelled', jobId: job.id };
			const { state } = await findJob(job.id);
			throw new ApiError(400, `Cannot cancel a job with status ${state}`);
		},

		async listCrawlPages(request, reply) {
			const { id, progress } = await findJob(request.params.jobId);
			const stored = await pages.list(id);
			const endedIds = new Set(stored.map((page) => page.id));
			const busy = crawlProgress.safeParse(progress).data?.pagesUnderWay ?? [];
			const pending = busy.filter((page) => !endedIds.has(page.id));
			return sendJsonList(reply, {}, 'pages', [
				...toEntries(stored, toListedPage, request),
				...pending.map((page) => () => toPendingPage(page)),
			]);
		},

		async extractCrawl({ params, body }, reply) {
			if (body.transformInstruction.trim() === '') {
				throw new ApiError(400, 'transformInstruction is required.');
			}
			const source = await findJob(params.jobId, 'Source crawl job not found');
			if (source.state !== 'completed') {
				throw new ApiError(400, 'The source crawl job is not completed.');
			}
			const jobId = await queue.accept(CRAWL_KIND, toExtractRequest(source, body));
			reply.code(202);
			return {
				status: 'queued',
				jobId,
				message: `Extraction queued. Poll /crawl/${jobId} for the result.`,
			};
		},

		async downloadCrawl({ params, query }, reply) {
			const job = await findJob(params.jobId, 'Unauthorized access or job not found');
			const archive = await openArchive({ job, include: query.include, pages, files });
			return reply
				.type('application/zip')
				.header('Content-Disposition', `attachment; filename="crawl-${job.id}.zip"`)
				.send(archive);
		},
	};
}
