import type { INodeProperties } from 'n8n-workflow';
import {
	InputError,
	readFlag,
	readGroup,
	readWholeNumber,
	type ParameterValues,
} from '../items/parameterValues';
import type { JobTask } from '../jobs/jobTask';
import { choiceField, readChoice } from './choice';

/** Jobs in flight of one node, when not set: half of what the hosted service takes. */
const DEFAULT_CONCURRENT_JOBS = 5;

const MAX_CONCURRENT_JOBS = 50;

/** Whether to wait for the job; every operation that starts a job has it. */
export const waitForCompletionField: INodeProperties = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	type: 'boolean',
	default: true,
	description:
		"Whether to wait for the job and return its result. If off, the job ID is returned immediately; use 'Get Result' later.",
};

/** For types of job that the service can't cancel. */
export const waitForUncancellableJobField: INodeProperties = {
	...waitForCompletionField,
	description: `${waitForCompletionField.description} Stopping the execution does not cancel the job.`,
};

/** For operations that get an earlier job. */
export const waitForEarlierJobField: INodeProperties = {
	...waitForCompletionField,
	description:
		"Whether to wait for the job. If off, the current state is returned immediately. Every item has 'jobStatus', so a workflow can loop until it is 'completed'.",
};

/** What to do with a job that outlasts its time. */
const onTimeoutOption = choiceField({
	displayName: 'On Timeout',
	name: 'onTimeout',
	options: [
		{ name: 'Fail', value: 'fail', description: 'Stop with a message that includes the job ID' },
		{
			name: 'Return the Job So Far',
			value: 'return',
			description: 'Continue with an item that has the job ID, status and progress',
		},
	],
	default: 'fail',
	description: 'What to do when the time is over. The job keeps running at the service.',
});

/**
 * Options of every operation that can wait.
 * @param defaultTimeoutSeconds how long a job of this type may take before the node gives up waiting
 * @param texts.timeoutNote what else there is to know about the timeout, as a sentence
 * @param texts.returned name and description of returning what a job has by then
 */
export function waitingOptions(
	defaultTimeoutSeconds: number,
	{
		timeoutNote,
		returned,
	}: { timeoutNote?: string; returned?: { name: string; description: string } } = {},
): INodeProperties[] {
	const timeout = 'Maximum number of seconds to wait for each job, from its start';
	return [
		{
			displayName: 'Max Concurrent Jobs',
			name: 'maxConcurrentJobs',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: MAX_CONCURRENT_JOBS },
			default: DEFAULT_CONCURRENT_JOBS,
			description: 'Maximum number of jobs this node runs at the same time',
		},
		{
			...onTimeoutOption,
			options: onTimeoutOption.options.map((option) =>
				option.value === 'return' ? { ...option, ...returned } : option,
			),
		},
		{
			displayName: 'Timeout',
			name: 'timeout',
			type: 'number',
			typeOptions: { minValue: 1 },
			default: defaultTimeoutSeconds,
			description: timeoutNote === undefined ? timeout : `${timeout}. ${timeoutNote}`,
		},
	];
}

/** Spend guard of operations that start jobs. */
export const maxJobsOption: INodeProperties = {
	displayName: 'Max Jobs',
	name: 'maxJobs',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description: 'Do not start if the input items would start more jobs than this. 0 means no limit.',
};

/** Spend guard of operations whose price is known before they start. */
export const maxCreditsOption: INodeProperties = {
	displayName: 'Max Credits',
	name: 'maxCredits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Do not start if the pages alone would cost more credits than this, at one credit per page. The cost of AI and CAPTCHAs is known only afterwards. 0 means no limit.',
};

/** Option of types of job that the service can cancel. */
export const cancelOnStopOption: INodeProperties = {
	displayName: 'Cancel Jobs on Stop',
	name: 'cancelOnStop',
	type: 'boolean',
	default: true,
	description:
		"Whether to cancel this node's jobs at the service if the execution is stopped, or fails because of another item. Jobs that have finished by then are charged.",
};

/**
 * Reads the bounds for all jobs of one execution.
 * @param planned what it is about to start, and what that costs at least
 * @throws InputError when a value is out of bounds, or that is more than allowed
 */
export function readRunLimits(
	values: ParameterValues,
	planned: { jobs: number; minCredits: number },
) {
	const options = readGroup(values, 'options');
	const maxJobs = readWholeNumber(options, 'maxJobs', 'Max Jobs', { min: 0 }) ?? 0;
	if (maxJobs > 0 && planned.jobs > maxJobs) {
		throw new InputError(
			'Max Jobs',
			`is ${maxJobs}, and the input would start ${planned.jobs} jobs`,
			'Nothing was started. Reduce the input items, or raise the number in Options.',
		);
	}
	checkMaxCredits(options, planned.minCredits);
	return {
		maxConcurrentJobs:
			readWholeNumber(options, 'maxConcurrentJobs', 'Max Concurrent Jobs', {
				min: 1,
				max: MAX_CONCURRENT_JOBS,
			}) ?? DEFAULT_CONCURRENT_JOBS,
		cancelOnStop: readFlag(options, 'cancelOnStop', 'Cancel Jobs on Stop', true),
	};
}

/** @throws InputError when a run would cost more than the user wants to spend */
function checkMaxCredits(options: ParameterValues, minCredits: number): void {
	const field = 'Max Credits';
	const maxCredits = readWholeNumber(options, 'maxCredits', field, { min: 0 }) ?? 0;
	if (maxCredits === 0 || minCredits <= maxCredits) return;
	throw new InputError(
		field,
		`is ${maxCredits}, and the input would cost at least ${minCredits} credits`,
		'Nothing was started. Reduce the addresses, or raise the number in Options.',
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
		isWaitedFor: readFlag(values, 'waitForCompletion', 'Wait for Completion', true),
		timeoutSeconds:
			readWholeNumber(options, 'timeout', 'Timeout', { min: 1 }) ?? defaultTimeoutSeconds,
		onTimeout: readChoice(options, onTimeoutOption),
	};
}
