import { readAllowance } from './allowance';
import type { ServiceAnswer } from './serviceRequest';
import { bodyField } from './serviceBody';

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

function secondsToMs(seconds: number): number | undefined {
	return Number.isFinite(seconds) ? Math.max(0, seconds * 1_000) : undefined;
}

/** `Retry-After` as milliseconds: seconds or an HTTP date; undefined when absent or malformed. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
	const text = header?.trim();
	if (!text) return undefined;
	if (/^-?\d+(\.\d+)?$/.test(text)) return secondsToMs(Number(text));
	const dateMs = Date.parse(text);
	return Number.isNaN(dateMs) ? undefined : Math.max(0, dateMs - nowMs);
}

/**
 * How long the service asks to wait before the next request: `Retry-After`, else `retry_after` of
 * the body, else the rate-limit headers when nothing is left until they say. Never jittered: the service
 * knows. Undefined when it says nothing.
 */
export function readServerDelayMs(answer: ServiceAnswer, nowMs: number): number | undefined {
	const fromHeader = readRetryAfterMs(answer.headers['retry-after'], nowMs);
	if (fromHeader !== undefined) return fromHeader;
	const fromBody = bodyField(answer.body, 'retry_after');
	if (typeof fromBody === 'number' || typeof fromBody === 'string') {
		const delayMs = readRetryAfterMs(String(fromBody), nowMs);
		if (delayMs !== undefined) return delayMs;
	}
	if (answer.status !== 429) return undefined;
	const { remaining = 0, resetAtMs } = readAllowance(answer.headers, nowMs);
	if (remaining > 0) return undefined;
	return resetAtMs === undefined ? undefined : Math.max(0, resetAtMs - nowMs);
}

/**
 * Exponential backoff with jitter, for when the service names no time.
 * @param attempt 0 for the first retry
 * @param random a number from 0 to 1
 */
export function backoffMs(attempt: number, random: number): number {
	const ceilingMs = Math.min(MAX_BACKOFF_MS, FIRST_BACKOFF_MS * 2 ** attempt);
	return Math.round(ceilingMs * (0.5 + random / 2));
}
