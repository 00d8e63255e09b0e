import { redact } from '../transport/redact';
import { bodyField, bodyText, isRecord } from '../transport/serviceBody';
import type { JobState } from './jobType';

const ENDED = ['completed', 'failed', 'cancelled'] as const;

/**
 * A share as per cent: from 0 to 1 (`api/openapi.yaml`, JobProgress), or a number above 1 that is per
 * cent already. Undefined for what is no share.
 */
function describeShare(share: unknown): string | undefined {
	if (typeof share !== 'number' || !(share >= 0)) return undefined;
	return `${Math.min(100, Math.round(share > 1 ? share : share * 100))}%`;
}

/** Progress as one line: the service's message with the count or share it gives, said once. */
export function describeProgress(progress: unknown): string | undefined {
	if (!isRecord(progress)) return undefined;
	const message = bodyText(progress, 'message');
	const percent = describeShare(progress.progress);
	const done = progress.pagesCrawled ?? progress.done;
	const total = progress.maxPages ?? progress.total;
	const count = typeof done === 'number' && typeof total === 'number' ? `${done} of ${total}` : '';
	const amount = percent ?? count;
	if (message === undefined) return amount || undefined;
	return amount && !message.includes(amount) ? `${message} (${amount})` : message;
}

/** Reads `status`, `error` and `progress`, which all status bodies share. */
export function readJobState(body: unknown): JobState {
	const status = bodyText(body, 'status') ?? 'unknown';
	const reason = bodyText(body, 'error');
	const progress = describeProgress(bodyField(body, 'progress'));
	return {
		name: ENDED.find((ended) => ended === status) ?? 'running',
		status,
		...(reason !== undefined && { reason: redact(reason) }),
		...(progress !== undefined && { progress: redact(progress) }),
	};
}
