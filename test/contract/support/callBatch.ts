import { eventually } from '../../support/eventually';
import { callService, waitForEnd, type CallTarget } from './callService';
import { validateResponse } from './validateResponse';

/** An entry of a batch's status, as tests read it. */
export interface BatchEntry {
	uuid: string;
	url: string;
	jobId: string;
	status: string;
	result: unknown;
	title?: string;
	list?: object;
	error: string | null;
	creditsUsed: number | null;
	startedAt: string | null;
	finishedAt: string | null;
	screenshotUrl: string | null;
}

export interface Batch {
	status: string;
	totalUrls: number;
	completedCount: number;
	failedCount: number;
	createdAt: string;
	finishedAt: string | null;
	items: BatchEntry[];
}

/** Queues a batch and returns its ID. */
export async function submitBatch(service: CallTarget, request: object): Promise<string> {
	const { status, body } = await callService(service, 'POST', '/batch/scrape', request);
	if (status !== 202) throw new Error(`The batch was refused: ${JSON.stringify(body)}`);
	validateResponse('submitBatchScrape', status, body);
	return Object(body).batchId;
}

/** A batch as it stands, held against the contract. */
export async function readBatch(service: CallTarget, batchId: string): Promise<Batch> {
	const { status, body } = await callService(service, 'GET', `/batch/scrape/${batchId}`);
	validateResponse('getBatchScrape', status, body);
	return Object(body);
}

/** Waits until a batch has ended. */
export async function waitForBatch(service: CallTarget, batchId: string): Promise<Batch> {
	await waitForEnd(service, `/batch/scrape/${batchId}`);
	return readBatch(service, batchId);
}

/** Queues a batch and waits until it has ended. */
export async function scrapeBatch(
	service: CallTarget,
	request: object,
): Promise<Batch & { batchId: string }> {
	const batchId = await submitBatch(service, request);
	return { batchId, ...(await waitForBatch(service, batchId)) };
}

/** Waits until a batch is as `isReached` wants it. */
export async function pollBatch(
	service: CallTarget,
	batchId: string,
	isReached: (batch: Batch) => boolean,
): Promise<Batch> {
	let batch = await readBatch(service, batchId);
	return await eventually(
		async () => {
			batch = await readBatch(service, batchId);
			return isReached(batch) && batch;
		},
		() => `Not reached: ${JSON.stringify(batch)}`,
	);
}
