import type { Config } from '../config.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import type { Operations } from '../http/operation.ts';
import { admitJob } from '../jobs/admission.ts';
import type { JobQueue, JobSnapshot } from '../jobs/queue.ts';
import { describeSchemaWarnings } from '../scrape/schemaWarnings.ts';
import type { CrawlPagesRepository } from '../store/crawlPages.ts';
import type { CrawlsRepository } from '../store/crawls.ts';
import type { FileStore } from '../store/files.ts';
import type { JobsRepository } from '../store/jobs.ts';
import { checkCrawlRequest, checkTransformInstruction } from './checkCrawlRequest.ts';
import { toCrawlJobBody, toPageBody, toPendingPageBody } from './crawlJobBody.ts';
import { toCrawlRecord } from './crawlRecordBody.ts';
import { openArchive } from './download/openArchive.ts';
import { toExtractRequest } from './extractRequest.ts';
import type { PagesUnderWay } from './pagesUnderWay.ts';

/** Kind of the jobs of this room, in the queue. */
const CRAWL_KIND = 'crawl';

const DEFAULT_HISTORY_LIMIT = 10;

export interface CrawlRoom {
	queue: JobQueue;
	jobs: JobsRepository;
	crawls: CrawlsRepository;
	pages: CrawlPagesRepository;
	underWay: PagesUnderWay;
	files: FileStore;
	config: Pick<Config, 'rateLimit' | 'monthlyScrapeLimit' | 'proxy' | 'costs'>;
}

/** The endpoints under `/crawl`. */
export function createCrawlOperations(room: CrawlRoom): Operations {
	const { queue, jobs, crawls, pages, underWay, files, config } = room;

	const findJob = (jobId: string, message = 'Crawl job not found'): JobSnapshot => {
		const job = queue.find(jobId, CRAWL_KIND);
		if (job === undefined) throw new ApiError(404, message, { code: 'JOB_NOT_FOUND' });
		return job;
	};

	return {
		async submitCrawl({ body }, reply) {
			checkCrawlRequest(body, config);
			admitJob({ jobs, config }, CRAWL_KIND);
			const jobId = queue.accept(CRAWL_KIND, body);
			reply.code(202);
			return {
				status: 'queued',
				jobId,
				message: `Crawl queued. Poll GET /crawl/${jobId} until its status is completed, failed or cancelled.`,
				...describeSchemaWarnings(body),
			};
		},

		async getCrawlJob(request) {
			const job = findJob(request.params.jobId);
			const link = (name: string) => linkFile(request, files, name);
			return toCrawlJobBody(job, () => pages.list(job.id), link);
		},

		async getCrawlRecord({ params }) {
			const crawl = crawls.find(params.jobId);
			if (crawl === undefined) {
				throw new ApiError(404, 'Crawl job not found', { code: 'JOB_NOT_FOUND' });
			}
			return toCrawlRecord(crawl, config.costs);
		},

		async cancelCrawl({ params }) {
			const job = findJob(params.jobId);
			if (queue.cancel(job.id)) return { status: 'cancelled', jobId: job.id };
			throw new ApiError(400, `Cannot cancel a job with status ${findJob(job.id).state}`);
		},

		async listCrawlPages(request) {
			const { id } = findJob(request.params.jobId);
			const link = (name: string) => linkFile(request, files, name);
			const ended = pages.list(id).map((page) => toPageBody(page, link));
			return { pages: [...ended, ...underWay.list(id).map(toPendingPageBody)] };
		},

		async extractCrawl({ params, body }, reply) {
			checkTransformInstruction(body.transformInstruction);
			const source = findJob(params.jobId, 'Source crawl job not found');
			if (source.state !== 'completed') {
				throw new ApiError(400, 'The source crawl job is not completed.');
			}
			admitJob({ jobs, config }, CRAWL_KIND);
			const jobId = queue.accept(CRAWL_KIND, toExtractRequest(source, body));
			reply.code(202);
			return {
				status: 'queued',
				jobId,
				message: `Extraction queued. Poll /crawl/${jobId} for the result.`,
			};
		},

		async downloadCrawl({ params, query }, reply) {
			const job = findJob(params.jobId, 'Unauthorized access or job not found');
			const archive = openArchive({ job, include: query.include, pages, files });
			return reply
				.type('application/zip')
				.header('Content-Disposition', `attachment; filename="crawl-${job.id}.zip"`)
				.send(archive);
		},

		async listCrawlHistory({ query }) {
			const { page = 1, limit = DEFAULT_HISTORY_LIMIT } = query;
			const total = crawls.count();
			return {
				jobs: crawls.paginate(page, limit).map((crawl) => toCrawlRecord(crawl, config.costs)),
				total,
				page,
				totalPages: Math.ceil(total / limit),
			};
		},

		async getCrawlStats() {
			return { total: crawls.count() };
		},
	};
}
