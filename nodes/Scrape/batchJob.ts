import type { components } from '../../api/generated/types';
import type { JobKind } from '../shared/jobs/jobKind';
import { readJobState } from '../shared/jobs/jobState';
import { STEADY_SCHEDULE } from '../shared/jobs/pollSchedule';
import { bodyField, bodyText, isRecord } from '../shared/transport/serviceBody';
import { pathPart } from '../shared/transport/serviceRequest';

export type BatchRequest = components['schemas']['BatchScrapeRequest'];

/** One address of a batch, of which every part may be missing. */
export type BatchEntry = Partial<components['schemas']['BatchScrapeItem']>;

/** gaps.md, Batch scrape: `urls` string[1..50]. */
export const MAX_BATCH_URLS = 50;

/** How long a batch may take before the node gives up waiting. */
export const BATCH_TIMEOUT_SECONDS = 1_800;

/** "12 of 50 (2 failed)" */
function describeCounts(body: unknown): string | undefined {
	const [total, completed, failed] = ['totalUrls', 'completedCount', 'failedCount'].map((name) =>
		bodyField(body, name),
	);
	if (typeof total !== 'number' || typeof completed !== 'number') return undefined;
	const failures = typeof failed === 'number' && failed > 0 ? failed : 0;
	const done = `${completed + failures} of ${total}`;
	return failures > 0 ? `${done} (${failures} failed)` : done;
}

export const batchJobKind: JobKind = {
	label: 'batch',
	idName: 'batchId',
	takeUpOperation: 'Get Result',
	schedule: STEADY_SCHEDULE,
	readId: (body) => bodyText(body, 'batchId'),
	readState(body) {
		const progress = describeCounts(body);
		const state = readJobState(body);
		const hasEnded = state.phase !== 'running';
		return {
			...state,
			// However a batch ended, each of its pages has a result or a reason of its own.
			...(hasEnded && readBatchEntries(body).length > 0 && { phase: 'completed' as const }),
			...(progress !== undefined && { progress }),
		};
	},
	statusRequest: (batchId) => ({ method: 'GET', path: batchPath(batchId) }),
	cancelRequest: (batchId) => ({ method: 'DELETE', path: batchPath(batchId) }),
};

export function batchPath(batchId: string): string {
	return `/batch/scrape/${pathPart(batchId)}`;
}

/** The addresses of a status body. */
export function readBatchEntries(body: unknown): BatchEntry[] {
	const items = bodyField(body, 'items');
	return Array.isArray(items) ? items.filter((item): item is BatchEntry => isRecord(item)) : [];
}
