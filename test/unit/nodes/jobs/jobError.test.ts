import {
	cancelledJobError,
	failedJobError,
	missingIdError,
	rejectedSubmitError,
	timedOutJobError,
	uncertainEarlierError,
	uncertainSubmitError,
	unreadableJobError,
	unusableResultError,
} from '../../../../nodes/shared/jobs/jobError';
import type { JobType } from '../../../../nodes/shared/jobs/jobType';
import { ServiceError } from '../../../../nodes/shared/transport/serviceError';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { testJobType } from '../../../support/jobBench';

const retryable: JobType = { ...testJobType, afterFailure: 'Or use Retry.' };

const RUNNING =
	"The test job keeps running at the service. Use the operation 'Get Result' with this ID to wait for it and get its result.";
const UNKNOWN =
	"It is not sent again, so you do not pay twice. Look for the test job in the node 'Web Data Logs'. If it is not there, start the workflow again: retrying this execution will not send it again.";

const broken = new WebDataError('The disk is full', 'Make room.', { batchId: 'b-1' });

const refusal = new ServiceError(
	{
		message: 'Slower',
		description: 'Wait a minute.',
		outcome: 'rateLimited',
		status: 429,
	},
	{ batchId: 'b-2' },
);

const lost = new ServiceError({
	message: 'The connection broke',
	description: 'Check the network.',
	outcome: 'unknown',
});

/** What a user reads of an error. */
function shown({ name, message, description, details }: WebDataError) {
	return { name, message, description, details };
}

describe('a job that failed', () => {
	const state = { name: 'failed', status: 'failed', reason: 'No such page' } as const;

	test('is told in the words of the service, with its ID and what to do', () => {
		expect(shown(failedJobError(testJobType, 'job-1', state))).toEqual({
			name: 'JobError',
			message: 'No such page',
			description:
				'Test job job-1 failed at the service. Check the input of this item, then run the node again.',
			details: { jobId: 'job-1', status: 'failed' },
		});
	});

	test('says what else its jobType allows', () => {
		expect(failedJobError(retryable, 'job-1', state).description).toMatch(
			/then run the node again\. Or use Retry\.$/,
		);
	});
});

describe('a job that was cancelled', () => {
	test('says by whom, as far as that is known, and how to start anew', () => {
		const state = { name: 'cancelled', status: 'cancelled' } as const;
		expect(shown(cancelledJobError(testJobType, 'job-1', state))).toEqual({
			name: 'JobError',
			message: 'The test job job-1 was cancelled',
			description: 'It was cancelled at the service. Run the node again to start it again.',
			details: { jobId: 'job-1', status: 'cancelled' },
		});
		expect(
			cancelledJobError(retryable, 'job-1', { ...state, reason: 'By the dashboard.' }).description,
		).toBe('By the dashboard. Run the node again to start it again. Or use Retry.');
	});
});

describe('a job that did not end in time', () => {
	test('is named with its last status and progress, and how to go on', () => {
		const state = { name: 'running', status: 'active', progress: '3 of 9' } as const;
		const error = timedOutJobError(testJobType, 'job-1', { timeoutSeconds: 60, state });
		expect(shown(error)).toEqual({
			name: 'JobError',
			message: 'The test job job-1 did not finish within 60 seconds',
			description: `Its last status was 'active' (3 of 9). ${RUNNING} To wait longer, raise 'Timeout' in Options.`,
			details: { jobId: 'job-1', status: 'active', progress: '3 of 9' },
		});
	});

	test('without progress says no more than the status', () => {
		const state = { name: 'running', status: 'queued' } as const;
		const error = timedOutJobError(testJobType, 'job-1', { timeoutSeconds: 60, state });
		expect(error.description).toContain("Its last status was 'queued'. The test job");
	});

	test('and was never read says why, with one full stop', () => {
		const facts = { timeoutSeconds: 60, state: undefined };
		const error = timedOutJobError(testJobType, 'job-1', { ...facts, cause: lost });
		expect(error.message).toBe('The test job job-1 did not finish within 60 seconds');
		expect(error.description).toMatch(
			/^Its status could not be read yet\. The connection broke\. The test job keeps running/,
		);
		const stopped = new WebDataError('It is over.', '');
		expect(
			timedOutJobError(testJobType, 'job-1', { ...facts, cause: stopped }).description,
		).toContain('yet. It is over. The test job');
	});

	test('because the service pauses says so', () => {
		const facts = { timeoutSeconds: 60, state: undefined, cause: refusal };
		expect(timedOutJobError(testJobType, 'job-1', facts).message).toBe(
			'The service is rate limiting status requests (test job job-1)',
		);
	});
});

describe('a status that cannot be read', () => {
	test('names the job, and keeps what the service said and advised', () => {
		const error = unreadableJobError(testJobType, 'job-1', refusal, { knownState: 'running' });
		expect(error).toBeInstanceOf(ServiceError);
		expect(shown(error)).toMatchObject({
			message: 'The status of test job job-1 could not be read: Slower',
			description: `Wait a minute. ${RUNNING}`,
			details: { jobId: 'job-1' },
		});
	});

	test('of a job that the service does not know asks to check the ID, and nothing else', () => {
		const error = unreadableJobError(testJobType, 'job-9', broken, { knownState: 'missing' });
		expect(shown(error)).toEqual({
			name: 'JobError',
			message: 'The service does not know the test job job-9: The disk is full',
			description:
				'The service has no test job with this ID. Check the ID; results are not kept forever.',
			details: { jobId: 'job-9' },
		});
	});
});

test('a result that cannot be used is complete and paid for, and can be fetched again', () => {
	expect(shown(unusableResultError(testJobType, 'job-1', broken, 'completed'))).toEqual({
		name: 'JobError',
		message: 'The disk is full',
		description:
			"Make room. The test job is complete and paid for. Use the operation 'Get Result' with this ID to get its result.",
		details: { batchId: 'b-1', jobId: 'job-1' },
	});
});

describe('a submit', () => {
	test('whose answer was lost says that it is not sent again, and where to look', () => {
		expect(shown(uncertainSubmitError(testJobType, lost))).toMatchObject({
			message: 'The connection broke, and it is not known whether the test job was started',
			description: UNKNOWN,
		});
	});

	test('whose answer was lost at an earlier try says so', () => {
		expect(shown(uncertainEarlierError(testJobType))).toMatchObject({
			message:
				'An earlier attempt of this node ended before the service answered, and it is not known whether the test job was started',
			description: UNKNOWN,
		});
	});

	test('whose answer names no ID may have been accepted', () => {
		expect(shown(missingIdError(testJobType))).toMatchObject({
			message: 'The answer for the test job has no ID, so it is not known whether it was started',
			description: UNKNOWN,
		});
	});

	test('that was refused has started nothing, which is said once', () => {
		const error = rejectedSubmitError(testJobType, refusal);
		expect(shown(error)).toMatchObject({
			message: 'Slower',
			description: 'Wait a minute. Nothing was started.',
			details: { batchId: 'b-2' },
		});
		expect(rejectedSubmitError(testJobType, error)).toBe(error);
	});
});
