import type { JobOutcome } from '../db/jobRecord.ts';
import { listUserInfo } from './userInfo.ts';
import { redact, type RequestSecret } from './requestSecrets.ts';

/** Redacts user names and passwords of addresses in a result. */
export function hideInOutcome(outcome: JobOutcome, taken: readonly RequestSecret[]): JobOutcome {
	const userInfo = taken.flatMap(({ path, value }) => {
		return path.at(-1) === 'cookies' ? [] : listUserInfo(value);
	});
	if (userInfo.length === 0) return outcome;
	const hide = (value: unknown) => JSON.parse(redact(JSON.stringify(value ?? null), userInfo));
	return {
		...outcome,
		result: hide(outcome.result),
		summary: hide(outcome.summary ?? {}),
		failures: outcome.failures && redact(outcome.failures, userInfo),
	};
}

/** Redacts the error in place, since callers check its class. */
export function hideInError(error: unknown, secretTexts: readonly string[]): unknown {
	if (!(error instanceof Error) || secretTexts.length === 0) return error;
	error.message = redact(error.message, secretTexts);
	if (error.stack !== undefined) error.stack = redact(error.stack, secretTexts);
	return error;
}
