import type { JobRun } from '../../../../nodes/shared/jobs/jobRun';
import { WaitingRuns } from '../../../../nodes/shared/jobs/waitingRuns';
import { submitTask, testJobType } from '../../../support/jobBench';

const otherType = { ...testJobType, label: 'other job' };

function run(index: number, jobType = testJobType): JobRun<unknown> {
	const task = submitTask(index, { jobType });
	return { index, task, state: { name: 'waiting' }, isBusy: false };
}

function waitingFor(...runs: Array<JobRun<unknown>>): WaitingRuns<unknown> {
	const waiting = new WaitingRuns<unknown>();
	for (const each of runs) waiting.add(each);
	return waiting;
}

/** The indexes of all runs as they are taken. */
function takeAll(
	waiting: WaitingRuns<unknown>,
	mayStart: (run: JobRun<unknown>) => boolean = () => true,
) {
	const taken: number[] = [];
	for (let next = waiting.take(mayStart); next; next = waiting.take(mayStart)) {
		taken.push(next.index);
	}
	return taken;
}

test('runs are taken in the order of their tasks, however they were added', () => {
	const runs = [3, 0, 4, 1].map((index) => run(index));
	expect(takeAll(waitingFor(...runs, run(2, otherType)))).toEqual([0, 1, 2, 3, 4]);
});

test('a type that may not start holds up no other', () => {
	const waiting = waitingFor(run(0), run(1), run(2, otherType));
	expect(takeAll(waiting, ({ task }) => task.jobType === otherType)).toEqual([2]);
	expect(waiting.count).toBe(2);
	expect(waiting.jobTypes).toEqual([testJobType]);
});

test('a run that comes back is the next again', () => {
	const waiting = waitingFor(run(0), run(1), run(2));
	const first = waiting.take(() => true);
	if (first) waiting.add(first);
	expect(takeAll(waiting)).toEqual([0, 1, 2]);
	expect(waiting.jobTypes).toEqual([]);
});
