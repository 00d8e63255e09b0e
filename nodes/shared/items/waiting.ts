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

/** What an execution is about to start. */
export interface PlannedRun {
	jobs: number;
	/** What that costs at least, in credits. */
	leastCredits: number;
}

/** Jobs in flight of one node, when not set: half of the hosted service's cap for scrape jobs (gaps.md). */
export const DEFAULT_CONCURRENT_JOBS = 5;

const MAX_CONCURRENT_JOBS = 50;

/**
 * Reads the bounds for an execution.
 * @param planned what it is about to start
 * @throws InputError when a value is out of bounds, or that is more than allowed
 */
export function readRunLimits(values: ParameterValues, planned: PlannedRun): RunLimits {
	const options = readGroup(values, 'options');
	const maxJobs = readWholeNumber(options, 'maxJobs', 'Max Jobs', { min: 0 }) ?? 0;
	if (maxJobs > 0 && planned.jobs > maxJobs) {
		throw new InputError(
			'Max Jobs',
			`is ${maxJobs}, and the input would start ${planned.jobs} jobs`,
			'Nothing was started. Reduce the input items, or raise the number in Options.',
		);
	}
	refuseTooDear(options, planned);
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

/** @throws InputError when a run would cost more than the user wants to spend */
function refuseTooDear(options: ParameterValues, { leastCredits }: PlannedRun): void {
	const field = 'Max Credits';
	const maxCredits = readWholeNumber(options, 'maxCredits', field, { min: 0 }) ?? 0;
	if (maxCredits === 0 || leastCredits <= maxCredits) return;
	throw new InputError(
		field,
		`is ${maxCredits}, and the input would cost at least ${leastCredits} credits`,
		'Nothing was started. Reduce the addresses, or raise the number in Options.',
	);
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
