import type { INodeProperties } from 'n8n-workflow';
import { DEFAULT_CONCURRENT_JOBS } from '../items/waiting';

/** Whether to wait for the job; every operation that starts a job has it. */
export const waitForCompletionField: INodeProperties = {
	displayName: 'Wait for Completion',
	name: 'waitForCompletion',
	type: 'boolean',
	default: true,
	description:
		'Whether to wait until the job has ended and return its result. If off, the job ID is returned at once, for the operation that gets the result later.',
};

/** For kinds of job that the service can't cancel. */
export const waitForUncancellableJobField: INodeProperties = {
	...waitForCompletionField,
	description: `${waitForCompletionField.description} Stopping the execution ends the wait, not the job, which the service cannot cancel.`,
};

/** For operations that take a job up again. */
export const waitForTakenUpJobField: INodeProperties = {
	...waitForCompletionField,
	description:
		"Whether to wait until the job has ended. If off, what there is now is returned at once. Every item has 'jobStatus', so that a workflow can also loop until it is 'completed'.",
};

/**
 * Options of every operation that can wait.
 * @param defaultTimeoutSeconds how long a job of this kind may take before the node gives up waiting
 * @param timeoutNote what else there is to know about the timeout, as a sentence
 */
export function waitingOptions(
	defaultTimeoutSeconds: number,
	timeoutNote?: string,
): INodeProperties[] {
	const timeout = 'How many seconds to wait for each job at most, counted from its start';
	return [
		{
			displayName: 'Max Concurrent Jobs',
			name: 'maxConcurrentJobs',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 50 },
			default: DEFAULT_CONCURRENT_JOBS,
			description:
				'Maximum number of jobs this node runs at the same time when there are many items',
		},
		{
			displayName: 'On Timeout',
			name: 'onTimeout',
			type: 'options',
			options: [
				{
					name: 'Fail',
					value: 'fail',
					description: 'Stop with a message that names the job ID',
				},
				{
					name: 'Return the Job So Far',
					value: 'return',
					description: 'Go on with an item that holds the job ID, status and progress',
				},
			],
			default: 'fail',
			description: 'What to do when the job has not ended in time. The job goes on at the service.',
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
	description:
		'Refuse to start when the input items would start more jobs than this, before anything is paid for. 0 means no limit.',
};

/** Spend guard of operations whose price is known before they start. */
export const maxCreditsOption: INodeProperties = {
	displayName: 'Max Credits',
	name: 'maxCredits',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Refuse to start when the pages alone would cost more credits than this, at one credit per page. What AI and CAPTCHAs cost on top is known only afterwards. 0 means no limit.',
};

/** Option of kinds of job that the service can cancel. */
export const cancelOnStopOption: INodeProperties = {
	displayName: 'Cancel Jobs on Stop',
	name: 'cancelOnStop',
	type: 'boolean',
	default: true,
	description:
		'Whether jobs that this node started are cancelled at the service when the execution is stopped, or fails because of another item. Jobs that have ended by then are charged.',
};
