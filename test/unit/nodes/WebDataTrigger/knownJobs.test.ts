import type { JobOutcome, JobRow } from '../../../../nodes/WebDataTrigger/jobFinished/jobSource';
import {
	endedJobs,
	firstSight,
	MAX_OPEN,
	MAX_SETTLED,
	OVERLAP_MS,
	readKnownJobs,
	nextState,
	type KnownJobs,
} from '../../../../nodes/WebDataTrigger/jobFinished/knownJobs';

/** Later than the overlap, so that `sinceMs` is not held at 0. */
const START_MS = OVERLAP_MS * 10;

function row(id: string, seconds: number, outcome?: JobOutcome): JobRow {
	return { id, startedAtMs: START_MS + seconds * 1_000, record: {}, ...(outcome && { outcome }) };
}

function idsOf(marks: ReadonlyArray<readonly [string, number]>): string[] {
	return marks.map(([id]) => id);
}

function rowIds(rows: readonly JobRow[]): string[] {
	return rows.map(({ id }) => id);
}

function known(parts: Partial<KnownJobs> = {}): KnownJobs {
	return { sinceMs: START_MS, open: [], settled: [], ...parts };
}

describe('what was saved', () => {
	const saved = { sinceMs: 1, open: [['a', 2]], settled: [['b', 3]] };

	test('is read as it was', () => {
		expect(readKnownJobs(saved)).toEqual(saved);
	});

	test.each([
		[undefined],
		['text'],
		[{}],
		[{ ...saved, sinceMs: '1' }],
		[{ ...saved, open: 'a' }],
		[{ ...saved, settled: {} }],
	])('is nothing when it is %j', (other) => {
		expect(readKnownJobs(other)).toBeUndefined();
	});

	test('loses the entries that are none', () => {
		const odd = ['b', ['c'], [1, 2], ['d', '2'], null];
		expect(readKnownJobs({ sinceMs: 1, open: [...odd, ['a', 2]], settled: odd })).toEqual({
			sinceMs: 1,
			open: [['a', 2]],
			settled: [],
		});
	});
});

describe('at first sight', () => {
	test('what ended is over, and what runs will be reported', () => {
		const rows = [row('new', 20), row('done', 10, 'finished'), row('old', 0)];
		const state = firstSight(rows);
		expect(idsOf(state.open)).toEqual(['old', 'new']);
		expect(idsOf(state.settled)).toEqual(['done']);
		expect(state.sinceMs).toBe(START_MS + 20_000 - OVERLAP_MS);
		expect(endedJobs(state, rows)).toEqual([]);
	});

	test('of an empty account every job is new', () => {
		const state = firstSight([]);
		expect(state).toEqual({ sinceMs: 0, open: [], settled: [] });
		expect(rowIds(endedJobs(state, [row('a', 0, 'failed')]))).toEqual(['a']);
	});

	test('the newest of too many that run are watched', () => {
		const rows = Array.from({ length: MAX_OPEN + 2 }, (_row, index) => row(`j-${index}`, index));
		const { open } = firstSight(rows);
		expect(open).toHaveLength(MAX_OPEN);
		expect(open[0]?.[0]).toBe('j-2');
	});
});

describe('ended jobs', () => {
	test('come as they started, those that ran before first', () => {
		const state = known({ open: [['ran', START_MS + 50_000]] });
		const rows = [
			row('late', 40, 'failed'),
			row('ran', 50, 'finished'),
			row('early', 10, 'cancelled'),
		];
		expect(rowIds(endedJobs(state, rows))).toEqual(['ran', 'early', 'late']);
	});

	test('that ran before come as they started, too', () => {
		const state = known({
			open: [
				['late', START_MS + 9_000],
				['early', START_MS + 1_000],
			],
		});
		const rows = [row('late', 9, 'finished'), row('early', 1, 'finished')];
		expect(rowIds(endedJobs(state, rows))).toEqual(['early', 'late']);
	});

	test('that started at the same moment come in the order of their IDs', () => {
		const rows = [row('b', 1, 'finished'), row('a', 1, 'finished'), row('c', 1, 'finished')];
		expect(rowIds(endedJobs(known(), rows))).toEqual(['a', 'b', 'c']);
	});

	test('are not those that run, were reported, or started before the moment', () => {
		const state = known({ settled: [['told', START_MS + 1_000]] });
		const rows = [row('runs', 2), row('told', 1, 'finished'), row('before', -1, 'finished')];
		expect(endedJobs(state, rows)).toEqual([]);
		expect(rowIds(endedJobs(state, [row('at', 0, 'finished')]))).toEqual(['at']);
	});
});

describe('after a poll', () => {
	test.each(['finished', 'failed', 'cancelled'] as const)(
		'a job that is %s is settled once it was dealt with, and comes again else',
		(outcome) => {
			const rows = [row('job', 1, outcome)];
			const after = nextState(known(), rows, new Set(['job']));
			expect(idsOf(after.settled)).toEqual(['job']);
			expect(endedJobs(after, rows)).toEqual([]);

			const put = nextState(known(), rows, new Set());
			expect(put.settled).toEqual([]);
			expect(rowIds(endedJobs(put, rows))).toEqual(['job']);
		},
	);

	test('a job that runs is open, then settled with its end', () => {
		const running = nextState(known(), [row('job', 1)], new Set());
		expect(idsOf(running.open)).toEqual(['job']);
		const ended = [row('job', 1, 'finished')];
		expect(rowIds(endedJobs(running, ended))).toEqual(['job']);
		const after = nextState(running, ended, new Set(['job']));
		expect(after.open).toEqual([]);
		expect(idsOf(after.settled)).toEqual(['job']);
	});

	test('an open job that ended but was not dealt with stays open', () => {
		const state = known({ open: [['job', START_MS]] });
		expect(idsOf(nextState(state, [row('job', 0, 'finished')], new Set()).open)).toEqual(['job']);
	});

	test('an open job that the service does not know any more is let go', () => {
		const state = known({
			open: [
				['gone', START_MS],
				['stays', START_MS],
			],
		});
		expect(idsOf(nextState(state, [], new Set(), new Set(['gone'])).open)).toEqual(['stays']);
	});

	test('the listing is read again ten minutes behind the newest job, and never further back than before', () => {
		const hour = 3_600;
		const moved = nextState(known(), [row('a', hour, 'finished')], new Set(['a']));
		expect(moved.sinceMs).toBe(START_MS + hour * 1_000 - OVERLAP_MS);
		expect(rowIds(endedJobs(moved, [row('shows up late', hour - 599, 'finished')]))).toHaveLength(
			1,
		);
		expect(nextState(moved, [row('b', hour - 300, 'finished')], new Set(['b'])).sinceMs).toBe(
			moved.sinceMs,
		);
		expect(nextState(moved, [], new Set()).sinceMs).toBe(moved.sinceMs);
	});

	test('it is read again from the first job that was not dealt with, and what comes behind waits', () => {
		const rows = [
			row('a', 0, 'finished'),
			row('b', 10, 'finished'),
			row('c', 7_200),
			row('d', 7_300, 'failed'),
		];
		const after = nextState(known(), rows, new Set(['a']));
		expect(after.sinceMs).toBe(START_MS);
		expect(after.open).toEqual([]);
		expect(idsOf(after.settled)).toEqual(['a']);
		expect(rowIds(endedJobs(after, rows))).toEqual(['b', 'd']);
	});

	test('a job beyond those that can be watched comes later, and so do all behind it', () => {
		const open = Array.from(
			{ length: MAX_OPEN - 1 },
			(_mark, index) => [`o-${index}`, START_MS] as const,
		);
		const rows = [row('fits', 1), row('waits', 7_200), row('behind', 7_201, 'finished')];
		expect(endedJobs(known({ open }), rows)).toEqual([]);
		const after = nextState(known({ open }), rows, new Set());
		expect(after.open).toHaveLength(MAX_OPEN);
		expect(after.open.at(-1)?.[0]).toBe('fits');
		expect(after.sinceMs).toBe(START_MS);

		const freed = { ...after, open: after.open.slice(1) };
		expect(rowIds(endedJobs(freed, rows))).toEqual(['behind']);
	});

	test('what started before the moment is not kept by its ID', () => {
		const state = known({
			settled: [
				['old', START_MS],
				['new', START_MS + 7_200_000],
			],
		});
		const after = nextState(state, [row('a', 7_200, 'finished')], new Set(['a']));
		expect(idsOf(after.settled).sort()).toEqual(['a', 'new']);
	});

	test('more settled jobs than are kept move the moment behind those that are dropped', () => {
		const rows = Array.from({ length: MAX_SETTLED + 3 }, (_row, index) =>
			row(`j-${index}`, index / 10, 'finished'),
		);
		const after = nextState(known(), rows, new Set(rowIds(rows)));
		expect(after.settled).toHaveLength(MAX_SETTLED);
		expect(after.settled[0]?.[0]).toBe(`j-${MAX_SETTLED + 2}`);
		expect(after.sinceMs).toBe(START_MS + 201);
		expect(endedJobs(after, rows)).toEqual([]);
	});

	test('but not beyond a job that waits', () => {
		const settled = Array.from(
			{ length: MAX_SETTLED + 1 },
			(_mark, index) => [`s-${index}`, START_MS + 1_000 + index] as const,
		);
		const rows = [row('waits', 0.5, 'finished')];
		const after = nextState(known({ settled }), rows, new Set());
		expect(after.sinceMs).toBe(START_MS + 500);
		expect(rowIds(endedJobs(after, rows))).toEqual(['waits']);
	});
});
