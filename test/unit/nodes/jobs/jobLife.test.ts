import {
	fateOf,
	isStartedHere,
	jobIdOf,
	type FollowedJob,
	type JobLife,
	type JobRun,
} from '../../../../nodes/shared/jobs/jobLife';
import type { JobStart } from '../../../../nodes/shared/jobs/jobTask';
import { WebDataError } from '../../../../nodes/shared/transport/webDataError';
import { submitTask } from '../../../support/jobBench';

const submit: JobStart = { submit: { method: 'POST', path: '/jobs' } };
const takeUp: JobStart = { takeUp: 'taken' };

const job: FollowedJob = {
	jobId: 'followed',
	isFromEarlierTry: false,
	deadlineMs: 1,
	sinceMs: 0,
	dueMs: 0,
	pollsMade: 0,
	failures: 0,
	isAskedAlone: true,
	isUnlisted: false,
};

const completed = { type: 'completed', jobId: 'done', body: {} } as const;
const unfinished = { type: 'unfinished', jobId: 'open', body: {}, isTimedOut: true } as const;
const error = new WebDataError('No', '');

const run = (life: JobLife<unknown>, start: JobStart = submit): JobRun<unknown> => ({
	index: 0,
	task: submitTask(0, { start }),
	life,
	isBusy: false,
});

test.each<[string, JobRun<unknown>, string | undefined, string]>([
	['waiting to be submitted', run({ phase: 'waiting' }), undefined, 'none'],
	['waiting to be taken up', run({ phase: 'waiting' }, takeUp), 'taken', 'running'],
	[
		'known from an earlier try',
		run({ phase: 'waiting', known: { jobId: 'earlier' } }),
		'earlier',
		'running',
	],
	[
		'perhaps sent by an earlier try',
		run({ phase: 'waiting', known: { uncertain: true } }),
		undefined,
		'unknown',
	],
	['on its way', run({ phase: 'submitting' }), undefined, 'unknown'],
	['followed', run({ phase: 'running', job }), 'followed', 'running'],
	['being read', run({ phase: 'reading', result: completed }), 'done', 'completed'],
	['being read unfinished', run({ phase: 'reading', result: unfinished }), 'open', 'running'],
	['completed', run({ phase: 'ended', end: completed }), 'done', 'completed'],
	['left unfinished', run({ phase: 'ended', end: unfinished }), 'open', 'running'],
	[
		'failed',
		run({ phase: 'ended', end: { type: 'failed', error, fate: 'missing', jobId: 'gone' } }),
		'gone',
		'missing',
	],
	[
		'refused',
		run({ phase: 'ended', end: { type: 'failed', error, fate: 'none' } }),
		undefined,
		'none',
	],
])('what is known of a job that is %s', (_label, life, jobId, fate) => {
	expect(jobIdOf(life)).toBe(jobId);
	expect(fateOf(life)).toBe(fate);
});

test('only jobs that this execution submits are its own', () => {
	expect(isStartedHere(run({ phase: 'waiting' }))).toBe(true);
	expect(isStartedHere(run({ phase: 'waiting' }, takeUp))).toBe(false);
});
