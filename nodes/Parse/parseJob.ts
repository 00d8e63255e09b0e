import type { components } from '../../api/generated/types';
import { createJobType, readJobState } from '../shared/jobs/jobType';
import type { JobAnswer, ResultCollection } from '../shared/operations/operation';
import { isRecord, bodyField, readRecords } from '../shared/transport/serviceBody';
import { pathPart } from '../shared/transport/serviceRequest';

export type ParseOptions = components['schemas']['ParseOptions'];

/** A parse job's body, of which every part may be missing. */
export type ParseJob = Partial<components['schemas']['ParseJob']>;

/** The service lists neither parse jobs nor their batches. */
const LOOK_UP = "by its credits in the node 'Web Data Usage'";

/**
 * A parse job. Its submit is held up to 20 s for the result (`api/openapi.yaml`, parameter `wait`), so a status request
 * is only needed for documents that take longer. The service has no way to cancel one.
 */
export const parseJobType = createJobType({
	label: 'parse job',
	plural: 'parse jobs',
	lookUp: LOOK_UP,
	timeoutSeconds: 600,
	path: (jobId) => `/parse/${pathPart(jobId)}`,
	describeGap: (body, collected) => describeMissingText(asParseJob({ jobId: '', body, collected })),
});

/** What a document lacks whose job is complete: a text, which may be empty, or fields. */
export function describeMissingText({
	markdown,
	json,
	pages,
	pagesParsed,
	totalPages,
}: ParseJob): string | undefined {
	const isRead =
		typeof markdown === 'string' ||
		(json !== undefined && json !== null) ||
		pages?.some((page) => typeof page.markdown === 'string');
	if (isRead) return undefined;
	return typeof pagesParsed === 'number' && typeof totalPages === 'number'
		? `its answer contains no text (${pagesParsed} of ${totalPages} pages parsed)`
		: 'its answer contains no text';
}

/** A finished parse job: what was collected of it, else its status body. */
export function asParseJob({ jobId, body, collected }: JobAnswer): ParseJob {
	const found = [collected, body].find(isRecord) ?? {};
	return { ...found, jobId } as ParseJob;
}

/** `api/openapi.yaml`, POST /parse/batch: documents per batch. */
export const MAX_BATCH_DOCUMENTS = 50;

function batchPath(batchId: string): string {
	return `/parse/batch/${pathPart(batchId)}`;
}

function documentProgress(body: unknown): string | undefined {
	const counts = bodyField(body, 'counts');
	if (!isRecord(counts)) return undefined;
	const numbers = ['queued', 'running', 'completed', 'failed'].map((name) =>
		Number(counts[name] ?? 0),
	);
	const [, , completed = 0, failed = 0] = numbers;
	const total = numbers.reduce((sum, count) => sum + count, 0);
	return `${completed + failed} of ${total}${failed > 0 ? ` (${failed} failed)` : ''}`;
}

/** A batch of documents. The service has no way to cancel one. */
export const parseBatchJobType = createJobType({
	label: 'parse batch',
	plural: 'parse batches',
	idName: 'batchId',
	resultOperation: 'Get Batch Result',
	lookUp: LOOK_UP,
	timeoutSeconds: 3_600,
	path: batchPath,
	describeGap: (body, collected) =>
		readDocuments(collected ?? body).length === 0 ? 'its answer contains no document' : undefined,
	readState(body) {
		const progress = documentProgress(body);
		return { ...readJobState(body), ...(progress !== undefined && { progress }) };
	},
});

/** The results, which the status leaves out (`api/openapi.yaml`, GET /parse/batch/{batchId}). */
export const batchResults: ResultCollection = {
	request: (batchId) => ({
		method: 'GET',
		path: batchPath(batchId),
		query: { include: 'results' },
	}),
	hasResults: (body) => listOfDocuments(body) !== undefined,
	isOptional: () => false,
};

/** Under `documents`, `items` or `jobs`, depending on the service. */
function listOfDocuments(body: unknown): unknown[] | undefined {
	const lists = ['documents', 'items', 'jobs'].map((name) => bodyField(body, name));
	return lists.find((entry): entry is unknown[] => Array.isArray(entry));
}

export function readDocuments(body: unknown): ParseJob[] {
	return readRecords(listOfDocuments(body)) as ParseJob[];
}
