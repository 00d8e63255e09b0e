import type { JobTask } from '../jobs/jobTask';
import { InputError } from './inputError';
import { readFlag, readGroup, readWholeNumber, type ParameterValues } from './parameterValues';

/** How a job is waited for, as the fields of `fields/waiting` say it. */
export type Waiting = Pick<JobTask, 'isWaitedFor' | 'timeoutSeconds' | 'onTimeout'>;

/** Bounds for all jobs of one execution. */
export interface RunLimits {
	maxConcurrentJobs: number;
	cancelOnStop: boolean;
}

/** Jobs in flight of one node, when not set: half of the hosted service's cap for scrape jobs (gaps.md). */
export const DEFAULT_CONCURRENT_JOBS = 5;

const MAX_CONCURRENT_JOBS = 50;

/**
 * Reads the bounds for an execution.
 * @param jobCount how many jobs it is about to start
 * @throws InputError when a value is out of bounds, or more jobs than allowed would start
 */
export function readRunLimits(values: ParameterValues, jobCount: number): RunLimits {
	const options = readGroup(values, 'options');
	const maxJobs = readWholeNumber(options, 'maxJobs', 'Max Jobs', { min: 0 }) ?? 0;
	if (maxJobs > 0 && jobCount > maxJobs) {
		throw new InputError(
			'Max Jobs',
			`is ${maxJobs}, and the input would start ${jobCount} jobs`,
			'Nothing was started. Reduce the input items, or raise the number in Options.',
		);
	}
	return {
		maxConcurrentJobs:
			readWholeNumber(options, 'maxConcurrentJobs', 'Max Concurrent Jobs', {
				min: 1,
				max: MAX_CONCURRENT_JOBS,
			}) ?? DEFAULT_CONCURRENT_JOBS,
		cancelOnStop:
			options.cancelOnStop === undefined ||
			readFlag(options, 'cancelOnStop', 'Cancel Jobs on Stop'),
	};
}

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
		isWaitedFor: readFlag(values, 'waitForCompletion', 'Wait for Completion'),
		timeoutSeconds:
			readWholeNumber(options, 'timeout', 'Timeout', { min: 1 }) ?? defaultTimeoutSeconds,
		onTimeout,
	};
}
