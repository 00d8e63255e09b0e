import { readProgress } from '../../../service/src/dashboard/jobs';
import { listGridValues } from '../../../service/src/dashboard/view/barChart';
import { formatDuration } from '../../../service/src/dashboard/view/format';

describe('listGridValues', () => {
	it.each([
		[0, true, [0, 1]],
		[1, true, [0, 1]],
		[5, true, [0, 2, 4, 6]],
		[10, true, [0, 5, 10]],
		[148, false, [0, 50, 100, 150]],
		[1, false, [0, 0.25, 0.5, 0.75, 1]],
		[4100, true, [0, 2000, 4000, 6000]],
	])('covers %d (whole: %s) with few round values', (highest, isWhole, expected) => {
		expect(listGridValues(highest, isWhole)).toEqual(expected);
	});

	it.each([3, 17, 99, 1234, 999_999])('never ends below the highest value %d', (highest) => {
		const values = listGridValues(highest, true);

		expect(values.at(-1)).toBeGreaterThanOrEqual(highest);
		expect(values.length).toBeLessThanOrEqual(6);
		expect(values.every(Number.isInteger)).toBe(true);
	});
});

describe('readProgress', () => {
	it.each([
		['scrapes', { message: 'm', progress: 0.5 }, { message: 'm', fraction: 0.5 }],
		['crawls', { message: 'm', pagesCrawled: 3, maxPages: 12 }, { message: 'm', fraction: 0.25 }],
		['documents', { message: 'm', done: 1, total: 4 }, { message: 'm', fraction: 0.25 }],
		[
			'documents of unknown length',
			{ message: 'm', done: 0, total: 0 },
			{ message: 'm', fraction: undefined },
		],
		['more than all', { message: 'm', progress: 7 }, { message: 'm', fraction: 1 }],
		['nothing yet', undefined, undefined],
		['unknown reports', { else: true }, undefined],
	])('reads the progress of %s', (_label, reported, expected) => {
		expect(readProgress(reported)).toEqual(expected);
	});
});

describe('formatDuration', () => {
	it.each([
		[0, '0 ms'],
		[999, '999 ms'],
		[1000, '1.0 s'],
		[59_940, '59.9 s'],
		[185_000, '3 min 5 s'],
	])('writes %d ms as %s', (durationMs, expected) => {
		expect(formatDuration(durationMs)).toBe(expected);
	});
});
