import {
	knownStateOf,
	isStartedHere,
	jobIdOf,
	type FollowedJob,
	type JobRunState,
	type JobRun,
} from '../../../../nodes/shared/jobs/jobRun';
import type { JobStart } from '../../../../nodes/shared/jobs/jobTask';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { submitTask } from '../../../support/jobBench';

const submit: JobStart = { submit: { method: 'POST', path: '/jobs' } };
const resume: JobStart = { resume: 'taken' };

const completed = { type: 'completed', jobId: 'done', body: {} } as const;
const unfinished = { type: 'unfinished', jobId: 'open', body: {}, isTimedOut: true } as const;
const error = new WebDataError('No', '');

const run = (state: JobRunState<unknown>, start: JobStart = submit): JobRun<unknown> => ({
	index: 0,
	task: submitTask(0, { start }),
	state,
	isBusy: false,
});

const job: FollowedJob = {
	run: run({ name: 'waiting' }),
	jobId: 'followed',
	isFromEarlierTry: false,
	deadlineMs: 1,
	sinceMs: 0,
	dueMs: 0,
	pollsMade: 0,
	failures: 0,
	needsOwnPoll: true,
	isUnlisted: false,
};

test.each<[string, JobRun<unknown>, string | undefined, string]>([
	['waiting to be submitted', run({ name: 'waiting' }), undefined, 'none'],
	['waiting to be taken up', run({ name: 'waiting' }, resume), 'taken', 'running'],
	[
		'known from an earlier try',
		run({ name: 'waiting', known: { jobId: 'earlier' } }),
		'earlier',
		'running',
	],
	[
		'perhaps sent by an earlier try',
		run({ name: 'waiting', known: { uncertain: true } }),
		undefined,
		'unknown',
	],
	['on its way', run({ name: 'submitting' }), undefined, 'unknown'],
	['followed', run({ name: 'running', job }), 'followed', 'running'],
	['being read', run({ name: 'reading', result: completed }), 'done', 'completed'],
	['being read unfinished', run({ name: 'reading', result: unfinished }), 'open', 'running'],
	['completed', run({ name: 'ended', end: completed }), 'done', 'completed'],
	['left unfinished', run({ name: 'ended', end: unfinished }), 'open', 'running'],
	[
		'failed',
		run({ name: 'ended', end: { type: 'failed', error, knownState: 'missing', jobId: 'gone' } }),
		'gone',
		'missing',
	],
	[
		'refused',
		run({ name: 'ended', end: { type: 'failed', error, knownState: 'none' } }),
		undefined,
		'none',
	],
])('what is known of a job that is %s', (_label, state, jobId, knownState) => {
	expect(jobIdOf(state)).toBe(jobId);
	expect(knownStateOf(state)).toBe(knownState);
});

test('only jobs that this execution submits are its own', () => {
	expect(isStartedHere(run({ name: 'waiting' }))).toBe(true);
	expect(isStartedHere(run({ name: 'waiting' }, resume))).toBe(false);
});
