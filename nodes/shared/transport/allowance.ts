import type { ServiceAnswer } from './serviceRequest';
import { bodyField } from './serviceBody';

const FIRST_BACKOFF_MS = 1_000;
const MAX_BACKOFF_MS = 60_000;

/** `Retry-After` as milliseconds: seconds or an HTTP date; undefined when absent or malformed. */
export function readRetryAfterMs(header: string | undefined, nowMs: number): number | undefined {
	const text = header?.trim();
	if (!text) return undefined;
	if (/^-?\d{1,15}(\.\d+)?$/.test(text)) return Math.max(0, Number(text) * 1_000);
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

/** What the headers of an answer say of the request allowance; what they do not say is undefined. */
interface Allowance {
	remaining: number | undefined;
	/** When it is renewed, milliseconds since the Unix epoch. */
	resetAtMs: number | undefined;
}

/** A reset above this is a Unix time, below it the seconds to go (api/openapi.yaml, RateLimit-Reset). */
const UNIX_TIME_FROM = 1_000_000_000;
/** A reset above this is a Unix time in milliseconds. */
const UNIX_MS_FROM = 100_000_000_000;

/**
 * Reads the headers in which services report their rate limits: `RateLimit-Remaining` and `-Reset`
 * (draft 6 of the IETF), one `RateLimit` of several values (draft 7: `limit=10, remaining=5, reset=30`)
 * or of several policies (draft 8: `"hour";r=5;t=30, "day";r=90;t=900`), and `X-RateLimit-*` or
 * `X-Rate-Limit-*`. Of several policies the one with the least left counts.
 */
export function readAllowance(headers: ServiceAnswer['headers'], nowMs: number): Allowance {
	for (const prefix of ['ratelimit-', 'x-ratelimit-', 'x-rate-limit-']) {
		const remaining = readCount(headers[`${prefix}remaining`]);
		const resetAtMs = readResetAtMs(headers[`${prefix}reset`], nowMs);
		if (remaining !== undefined || resetAtMs !== undefined) return { remaining, resetAtMs };
	}
	return readCombined(headers.ratelimit ?? '', nowMs);
}

/** The parts of a header; a comma or semicolon within quotes parts nothing. */
const partsOf = (text: string, separator: ',' | ';'): string[] =>
	text.replace(/"[^"]*"/g, '""').split(separator);

function readCombined(header: string, nowMs: number): Allowance {
	const parts = partsOf(header, ',');
	const isPolicies = parts.some((part) => part.includes(';'));
	const policies = (isPolicies ? parts.map((part) => partsOf(part, ';')) : [parts]).map(
		(fields) => {
			const values = new Map(
				fields.map((field) => {
					const [name = '', value = ''] = field.split('=');
					return [name.trim().toLowerCase(), value] as const;
				}),
			);
			return {
				remaining: readCount(values.get('remaining') ?? values.get('r')),
				resetAtMs: readResetAtMs(values.get('reset') ?? values.get('t'), nowMs),
			};
		},
	);
	return policies.reduce((tightest, policy) => (isTighter(policy, tightest) ? policy : tightest));
}

function isTighter(policy: Allowance, than: Allowance): boolean {
	const [left, leftOfOther] = [policy.remaining ?? Infinity, than.remaining ?? Infinity];
	if (left !== leftOfOther) return left < leftOfOther;
	return (policy.resetAtMs ?? 0) > (than.resetAtMs ?? 0);
}

function readCount(text: string | undefined): number | undefined {
	return text !== undefined && /^\s*\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : undefined;
}

/** A reset as a moment: a Unix time or seconds to go; undefined when absent or malformed. */
export function readResetAtMs(header: string | undefined, nowMs: number): number | undefined {
	const value = readCount(header);
	if (value === undefined) return undefined;
	if (value > UNIX_MS_FROM) return value;
	return value > UNIX_TIME_FROM ? value * 1_000 : nowMs + value * 1_000;
}
