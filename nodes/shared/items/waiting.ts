import type { JobTask } from '../jobs/jobTask';
import { InputError } from './inputError';
import { readFlag, readGroup, readWholeNumber, type ParameterValues } from './parameterValues';

/** How a job is waited for, as the fields of `fields/waiting` say it. */
export type Waiting = Pick<JobTask, 'isWaitedFor' | 'timeoutSeconds' | 'onTimeout'>;

/**
 * Reads how one item's job is waited for.
 * @throws InputError when a value is out of bounds
 */
export function readWaiting(values: ParameterValues, defaultTimeoutSeconds: number): Waiting {
	const options = readGroup(values, 'options');
	const onTimeout = options.onTimeout ?? 'fail';
	if (onTimeout !== 'fail' && onTimeout !== 'return') {
		throw new InputError(
			'On Timeout',
			`is ${JSON.stringify(onTimeout)}`,
			"Choose 'Fail' (fail) or 'Return the Job So Far' (return).",
		);
	}
	return {
		isWaitedFor: readFlag(values, 'waitForCompletion'),
		timeoutSeconds:
			readWholeNumber(options, 'timeout', 'Timeout', { min: 1 }) ?? defaultTimeoutSeconds,
		onTimeout,
	};
}
