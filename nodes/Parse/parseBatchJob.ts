import type { JobType } from '../shared/jobs/jobType';
import { readJobState } from '../shared/jobs/jobState';
import { STEADY_SCHEDULE } from '../shared/jobs/pollSchedule';
import type { ResultCollection } from '../shared/operations/operation';
import { bodyField, bodyText, isRecord } from '../shared/transport/serviceBody';
import { pathPart } from '../shared/transport/serviceRequest';
import type { ParseJob } from './parseJob';

/** `api/openapi.yaml`, POST /parse/batch: documents per batch. */
export const MAX_BATCH_DOCUMENTS = 50;

/** How long a batch may take before the node gives up waiting. */
export const PARSE_BATCH_TIMEOUT_SECONDS = 3_600;

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
export const parseBatchJobType: JobType = {
	label: 'parse batch',
	plural: 'parse batches',
	idName: 'batchId',
	resultOperation: 'Get Batch Result',
	// The service has no listing of parse batches.
	lookUp: "by its credits in the node 'Web Data Usage'",
	schedule: STEADY_SCHEDULE,
	readId: (body) => bodyText(body, 'batchId'),
	readState(body) {
		const progress = documentProgress(body);
		return { ...readJobState(body), ...(progress !== undefined && { progress }) };
	},
	statusRequest: (batchId) => ({ method: 'GET', path: batchPath(batchId) }),
};

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

/** The documents of a batch. */
export function readDocuments(body: unknown): ParseJob[] {
	return (listOfDocuments(body) ?? []).filter((entry): entry is ParseJob => isRecord(entry));
}
