import type { INodeProperties } from 'n8n-workflow';
import {
	InputError,
	readFlag,
	readGroup,
	readWholeNumber,
	type ParameterValues,
} from '../items/parameterValues';
import type { JobTask } from '../jobs/jobTask';
import { readChoice } from './choice';
import { choiceField, flagField, named, namedFields, numberField } from './field';

/** Jobs in flight of one node, when not set: half of what the hosted service takes. */
const DEFAULT_CONCURRENT_JOBS = 5;

const waiting = namedFields({
	waitForCompletion: flagField(
		"Whether to wait for the job and return its result. If off, the job ID is returned immediately; use 'Get Result' later.",
		{ displayName: 'Wait for Completion', default: true },
	),
	maxConcurrentJobs: numberField(
		DEFAULT_CONCURRENT_JOBS,
		'Maximum number of jobs this node runs at the same time',
		[1, 50],
	),
	timeout: numberField(
		0,
		'Maximum number of seconds to wait for a free slot, and then for each job from its start',
		[1],
	),
});

/** Whether to wait for the job; every operation that starts a job has it. */
export const waitForCompletionField = waiting.waitForCompletion;

/** The same as an entry of the options collection: who adds it does not want to wait. */
export const waitForCompletionOption = { ...waitForCompletionField, default: false };

/** For types of job that the service can't cancel. */
export const waitForUncancellableJobOption = {
	...waitForCompletionOption,
	description: `${waitForCompletionField.description} Stopping the execution does not cancel the job.`,
};

/** For operations that get an earlier job. */
export const waitForEarlierJobField = {
	...waitForCompletionField,
	description:
		"Whether to wait for the job. If off, the current state is returned immediately. Every item has 'jobStatus', so a workflow can loop until it is 'completed'.",
};

/** What to do with a job that outlasts its time. */
function onTimeoutOption(
	returned = 'Return the Job So Far: Continue with an item that has the job ID, status and progress',
) {
	return named(
		'onTimeout',
		choiceField(
			'fail',
			{ fail: 'Fail: Stop with a message that includes the job ID', return: returned },
			'What to do when the time is up. The job keeps running at the service.',
		),
	);
}

/**
 * Options of every operation that can wait.
 * @param defaultTimeoutSeconds how long a job of this type may take before the node gives up waiting
 * @param texts.timeoutNote what else there is to know about the timeout, as a sentence
 * @param texts.returned the choice of returning what a job has by then, as its name and description
 */
export function waitingOptions(
	defaultTimeoutSeconds: number,
	{ timeoutNote, returned }: { timeoutNote?: string; returned?: string } = {},
): INodeProperties[] {
	return [
		waiting.maxConcurrentJobs,
		onTimeoutOption(returned),
		{
			...timeoutOption(defaultTimeoutSeconds),
			...(timeoutNote !== undefined && {
				description: `${waiting.timeout.description}. ${timeoutNote}`,
			}),
		},
	];
}

export function timeoutOption(defaultSeconds: number): INodeProperties {
	return { ...waiting.timeout, default: defaultSeconds };
}

/** @throws InputError when it is no whole number of seconds */
export function readTimeout(options: ParameterValues, defaultSeconds: number): number {
	return readWholeNumber(options, waiting.timeout) ?? defaultSeconds;
}

const limits = namedFields({
	maxJobs: numberField(100, 'Do not start if the input items would start more jobs than this', [1]),
	maxCredits: numberField(
		100,
		'Do not start if the pages alone would cost more credits than this, and start no more jobs once that much has been charged. Based on the price per page that the service states, otherwise on that of the hosted service (2 credits). AI and CAPTCHAs cost extra.',
		[1],
	),
	cancelOnStop: flagField(
		"Whether to cancel this node's jobs at the service if the execution is stopped, or fails because of another item. Jobs that have finished by then are charged.",
		{ displayName: 'Cancel Jobs on Stop', default: true },
	),
});

export const {
	/** Spend guard of operations that start jobs. */
	maxJobs: maxJobsOption,
	/** Spend guard of operations whose price is known before they start. */
	maxCredits: maxCreditsOption,
	/** Option of types of job that the service can cancel. */
	cancelOnStop: cancelOnStopOption,
} = limits;

/**
 * A spend guard; Infinity where the option was not added. One that was added holds: an expression that gives
 * nothing, or 0, is refused, not read as "no limit".
 * @throws InputError when it is no whole number from 1
 */
function readGuard(options: ParameterValues, field: typeof limits.maxJobs): number {
	if (!Object.hasOwn(options, field.name)) return Infinity;
	const guard = readWholeNumber(options, field);
	if (guard !== undefined) return guard;
	throw new InputError(
		field.displayName,
		'is empty',
		'Nothing was started. Enter a number, check that the expression gives one, or remove the option to have no limit.',
	);
}

/**
 * Reads the bounds for all jobs of one execution.
 * @param planned.jobs how many it is about to start
 * @throws InputError when a value is out of bounds, or they are more than allowed
 */
export function readRunLimits(values: ParameterValues, planned: { jobs: number }) {
	const options = readGroup(values, 'options');
	const maxJobs = readGuard(options, maxJobsOption);
	if (planned.jobs > maxJobs) {
		throw new InputError(
			maxJobsOption.displayName,
			`is ${maxJobs}, but the input would start ${planned.jobs} jobs`,
			'Nothing was started. Use fewer input items, or raise the number in Options.',
		);
	}
	const maxCredits = readGuard(options, maxCreditsOption);
	return {
		maxConcurrentJobs:
			readWholeNumber(options, waiting.maxConcurrentJobs) ?? DEFAULT_CONCURRENT_JOBS,
		cancelOnStop: readFlag(options, cancelOnStopOption),
		maxCredits,
	};
}

/**
 * Checks what a run costs at least against the guard of its credits.
 * @throws InputError when it is more
 */
export function checkCost(minCredits: number, maxCredits: number): void {
	if (minCredits <= maxCredits) return;
	throw new InputError(
		maxCreditsOption.displayName,
		`is ${maxCredits}, but the input would cost at least ${minCredits} credits`,
		'Nothing was started. Use fewer addresses, or raise the number in Options.',
	);
}

/**
 * Reads how one item's job is waited for.
 * @throws InputError when a value is out of bounds
 */
export function readWaiting(
	values: ParameterValues,
	defaultTimeoutSeconds: number,
): Pick<JobTask, 'isWaitedFor' | 'timeoutSeconds' | 'onTimeout'> {
	const options = readGroup(values, 'options');
	return {
		isWaitedFor: readFlag({ ...values, ...options }, waitForCompletionField),
		timeoutSeconds: readTimeout(options, defaultTimeoutSeconds),
		onTimeout: readChoice(options, onTimeoutOption()),
	};
}
