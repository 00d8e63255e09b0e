import type { Config } from '../config.ts';
import { BatchesRepository, type BatchItem, type BatchSummary } from '../db/batches.ts';
import type { Database } from '../db/database.ts';
import type { JobQueue } from '../engine/queue.ts';
import { ApiError } from '../http/apiError.ts';
import { linkFile } from '../http/fileRoute.ts';
import { ignoredFieldWarnings, keepIgnoredFields } from '../http/ignoredFields.ts';
import { addJson, sendJsonList } from '../http/json.ts';
import type { Operations } from '../http/operation.ts';
import { API_PREFIX } from '../http/server.ts';
import { describeSchemaWarnings } from '../scrape/scrapeRequest.ts';
import type { PageTools } from '../scrape/pageTools.ts';
import {
	decideBatchStatus,
	hasEnded,
	toBatchFacts,
	toBatchSummary,
	toItemFacts,
} from './batchBody.ts';
import {
	acceptBatch,
	cancelBatch,
	retryBatch,
	checkBatchRequest,
	createBatchItemHandler,
	type BatchTools,
} from './batchJobs.ts';

const DEFAULT_PAGE_SIZE = 20;

/** What the module needs. */
export interface BatchModuleTools extends PageTools {
	config: Config;
	database: Database;
}

/** The batch module: the handler of the jobs of batches, and its endpoints. */
export function createBatchModule(tools: BatchModuleTools) {
	const { config, database } = tools;
	const batches = new BatchesRepository(database);
	return {
		/** The job kind `batch`: one job for each address of a batch. */
		kind: {
			concurrency: config.maxConcurrentPages,
			isBulk: true,
			handle: createBatchItemHandler(tools),
		},
		createOperations: (queue: JobQueue): Operations =>
			createBatchOperations(tools, { batches, queue }),
	};
}

/** `/batch/scrape`: submit, list, status, cancel and retry. */
function createBatchOperations({ files, config }: BatchModuleTools, tools: BatchTools): Operations {
	const { batches } = tools;
	return {
		async submitBatchScrape({ body, ignoredFields }, reply) {
			const total = body.urls.length;
			checkBatchRequest(body, config);
			const batchId = await acceptBatch(keepIgnoredFields(body, ignoredFields), tools);
			reply.code(202).header('Location', `${API_PREFIX}/batch/scrape/${batchId}`);
			const warnings = { ...describeSchemaWarnings(body), ...ignoredFieldWarnings(ignoredFields) };
			return { status: 'queued', batchId, total, ...warnings };
		},

		async listBatchScrapes({ query: { page = 1, limit = DEFAULT_PAGE_SIZE } }) {
			const total = await batches.count();
			const pagination = { page, limit, total, totalPages: Math.ceil(total / limit) };
			const found = await batches.paginate(page, limit);
			return { jobs: found.map(toBatchSummary), pagination };
		},

		async getBatchScrape(request, reply) {
			const { batchId } = request.params;
			const batch = await findBatch(batches, batchId);
			const link = (name: string) => linkFile(request, files, name);
			const toItem = async (item: BatchItem): Promise<string> => {
				const facts = toItemFacts(batchId, item, link);
				if (item.state !== 'completed') return addJson(facts, 'result', 'null');
				const { content, listed, sources, title } = await batches.readAnswer(item.jobId);
				const all = {
					...facts,
					...(title !== null && { title }),
					...(listed !== null && { listed: JSON.parse(listed) }),
					...(sources !== null && { sources: JSON.parse(sources) }),
				};
				return addJson(all, 'result', content);
			};
			const items = await batches.listItems(batchId);
			const entries = items.map((item) => () => toItem(item));
			return sendJsonList(reply, toBatchFacts(batch), 'items', entries);
		},

		async cancelBatchScrape({ params: { batchId } }) {
			const batch = await findBatch(batches, batchId);
			if (hasEnded(batch)) {
				const message = `Cannot cancel a batch with status ${decideBatchStatus(batch)}`;
				throw new ApiError(409, message, { code: 'ALREADY_TERMINAL' });
			}
			const cancelledItems = await cancelBatch(batchId, tools);
			// Items are charged when they complete, so there is nothing to refund.
			return { status: 'cancelled', cancelledItems, creditsRefunded: 0 };
		},

		async retryBatchScrape({ params: { batchId } }, reply) {
			await findBatch(batches, batchId);
			const retriedCount = await retryBatch(batchId, tools);
			if (retriedCount === 0) throw new ApiError(400, 'The batch has no failed items to retry.');
			reply.code(202);
			return { status: 'queued', retriedCount };
		},
	};
}

/** @throws ApiError 404 */
async function findBatch(batches: BatchesRepository, batchId: string): Promise<BatchSummary> {
	const batch = await batches.find(batchId);
	if (batch === undefined) throw new ApiError(404, 'Batch not found');
	return batch;
}
