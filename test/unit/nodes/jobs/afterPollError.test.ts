import type { FollowedJob } from '../../../../nodes/shared/jobs/jobRun';
import { afterPollError } from '../../../../nodes/shared/jobs/nextStep';
import {
	ServiceError,
	type ServiceErrorFacts,
} from '../../../../nodes/shared/transport/serviceError';
import { testJobType } from '../../../support/jobBench';

const usual = { failures: 0, isLastLook: false, hasAnswered: true, isGateClosedTooLong: false };

const LOST = { outcome: 'retry' } as const;
const UNREACHED = { outcome: 'retry', endedAt: 'beforeSending' } as const;
const AT_GATEWAY = { outcome: 'retry', endedAt: 'gateway', status: 404 } as const;

/** A job whose time, when it is up, is no error. */
const job = {
	...{ jobId: 'job-1', isFromEarlierTry: false },
	run: { task: { jobType: testJobType, onTimeout: 'return' } },
} as unknown as FollowedJob;

const STEPS = {
	again: { type: 'askAgain' },
	timeUp: { type: 'unfinished', jobId: 'job-1', isTimedOut: true },
	missing: { type: 'failed', knownState: 'missing' },
	unreadable: { type: 'failed', knownState: 'running' },
};

function failure(facts: Pick<ServiceErrorFacts, 'outcome' | 'endedAt' | 'status'>): ServiceError {
	return new ServiceError({ message: 'No', description: '', ...facts });
}

test.each([
	['a lost connection', LOST, {}, 'again'],
	['a lost connection, however often', LOST, { failures: 99 }, 'again'],
	['a lost connection before any answer', LOST, { failures: 99, hasAnswered: false }, 'again'],
	['a lost connection at the last look', LOST, { isLastLook: true }, 'timeUp'],
	['a gate that opens too late', LOST, { isGateClosedTooLong: true }, 'timeUp'],
	['404 of the service', { outcome: 'missing', status: 404 }, {}, 'missing'],
	['403', { outcome: 'rejected', status: 403 }, {}, 'unreadable'],
	['429', { outcome: 'rateLimited', status: 429 }, { failures: 99 }, 'again'],
	['a 404 of a proxy, however often', AT_GATEWAY, { failures: 99 }, 'again'],
	[
		'the same before any answer, thrice',
		AT_GATEWAY,
		{ failures: 2, hasAnswered: false },
		'unreadable',
	],
	['a service that is gone for a while', UNREACHED, { failures: 99 }, 'again'],
	['a service that never answered, once', UNREACHED, { failures: 1, hasAnswered: false }, 'again'],
	['the same, thrice', UNREACHED, { failures: 2, hasAnswered: false }, 'unreadable'],
] as const)('after %s', (_label, facts, circumstances, decision) => {
	const step = afterPollError(job, failure(facts), { ...usual, ...circumstances });
	expect(step).toMatchObject(STEPS[decision]);
});

test('a job of an earlier try that the service does not know is submitted again', () => {
	const cause = failure({ outcome: 'missing', status: 404 });
	expect(afterPollError({ ...job, isFromEarlierTry: true }, cause, usual)).toEqual({
		type: 'submitAgain',
	});
});
