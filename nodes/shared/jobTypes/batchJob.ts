import type { components } from '../../../api/generated/types';
import { createCancellableJobType, type JobState, jobListing, readJobState } from '../jobs/jobType';
import { createListMethod, describeChoice } from '../operations/listMethod';
import type { Listing } from '../transport/listing';
import { bodyField, readRecords } from '../transport/serviceBody';
import { pathPart } from '../transport/serviceRequest';

/** One address of a batch, of which every part may be missing. */
export type BatchEntry = Partial<components['schemas']['BatchScrapeItem']>;

/** `api/openapi.yaml`, BatchScrapeRequest.urls: 1 to 50. */
export const MAX_BATCH_URLS = 50;

export const BATCHES_PATH = '/batch/scrape';

export function batchPath(batchId: string): string {
	return `${BATCHES_PATH}/${pathPart(batchId)}`;
}

/** `api/openapi.yaml`, GET /batch/scrape. */
export const batchListing: Listing = {
	path: BATCHES_PATH,
	maxPageSize: 50,
	idField: 'uuid',
	rowsAt: ['jobs'],
	totalAt: ['pagination', 'total'],
};

/** The state of a batch, in the listing or alone. */
function readBatchState(body: unknown): JobState {
	const progress = batchProgress(body);
	return { ...readJobState(body), ...(progress !== undefined && { progress }) };
}

/** "12 of 50 (2 failed)" */
function batchProgress(body: unknown): string | undefined {
	const [total, completed, failed] = ['totalUrls', 'completedCount', 'failedCount'].map((name) =>
		bodyField(body, name),
	);
	if (typeof total !== 'number' || typeof completed !== 'number') return undefined;
	const failures = typeof failed === 'number' && failed > 0 ? failed : 0;
	const done = `${completed + failures} of ${total}`;
	return failures > 0 ? `${done} (${failures} failed)` : done;
}

export const batchJobType = createCancellableJobType({
	label: 'batch',
	plural: 'batches',
	idName: 'batchId',
	lookUp: "with the operation 'Get Many' of the resource 'Batch'",
	timeoutSeconds: 1_800,
	path: batchPath,
	expects: ['items'],
	usualSlots: 50,
	// Each status body contains the content of all pages that are done: even one batch is listed.
	listing: jobListing(batchListing, { readState: readBatchState, fromJobs: 1 }),
	describeGap: (body) =>
		readBatchEntries(body).length === 0 ? 'its answer contains no page' : undefined,
	readState(body) {
		const state = readBatchState(body);
		// However a batch ended, each of its pages has its own result or reason.
		const hasResults = state.name !== 'running' && readBatchEntries(body).length > 0;
		return hasResults ? { ...state, name: 'completed' } : state;
	},
});

export function readBatchEntries(body: unknown): BatchEntry[] {
	return readRecords(bodyField(body, 'items')) as BatchEntry[];
}

export const latestBatch = { field: 'batchId', listing: batchListing };

function describeBatch(row: unknown): string {
	const total = bodyField(row, 'totalUrls');
	const progress = batchProgress(row);
	const what = `Batch of ${typeof total === 'number' ? total : 'unknown'} ${total === 1 ? 'page' : 'pages'}`;
	return describeChoice(row, what, 'createdAt', progress ? [progress] : []);
}

export const listBatches = createListMethod({
	listing: batchListing,
	describe: describeBatch,
	hasLatest: true,
});
