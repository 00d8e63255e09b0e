import type { Config } from '../config.ts';
import { BATCH_KIND } from '../engine/job.ts';
import type { JobQueue } from '../engine/queue.ts';
import type { FileStore } from '../files/fileStore.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import { ignoredFieldWarnings, keepIgnoredFields } from '../http/ignoredFields.ts';
import type { Operations } from '../http/operation.ts';
import { checkScrapeRequest, describeSchemaWarnings } from './scrapeRequest.ts';
import { toScrapeJobBody } from './scrapeResult.ts';

export interface ScrapeDependencies {
	queue: JobQueue;
	files: FileStore;
	config: Pick<Config, 'proxy'>;
}

/** `POST /scrape` and `GET /scrape/{jobId}`. */
export function createScrapeOperations({ queue, files, config }: ScrapeDependencies): Operations {
	return {
		async submitScrape({ body, ignoredFields }, reply) {
			checkScrapeRequest(body, config);
			const jobId = await queue.accept('scrape', keepIgnoredFields(body, ignoredFields));
			reply.code(202);
			return {
				status: 'queued',
				jobId,
				message: `Job queued. Poll GET /scrape/${jobId} until its status is completed or failed.`,
				...describeSchemaWarnings(body),
				...ignoredFieldWarnings(ignoredFields),
			};
		},

		async getScrapeJob(request) {
			// An item of a batch has the same ID as its scrape job (api/openapi.yaml, BatchScrapeItem).
			const job = await queue.findWithResult(request.params.jobId, 'scrape', BATCH_KIND);
			if (job === undefined) {
				throw new ApiError(404, 'Scrape job not found', { code: 'JOB_NOT_FOUND' });
			}
			return toScrapeJobBody(job, (name) => linkFile(request, files, name));
		},
	};
}
