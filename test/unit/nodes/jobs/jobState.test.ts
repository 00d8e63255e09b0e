import { describeProgress, readJobState } from '../../../../nodes/shared/jobs/jobType';

test.each([
	['waiting', 'running'],
	['queued', 'running'],
	['pending', 'running'],
	['active', 'running'],
	['running', 'running'],
	['delayed', 'running'],
	['something new', 'running'],
	['toString', 'running'],
	['completed', 'completed'],
	['failed', 'failed'],
	['cancelled', 'cancelled'],
])("the status '%s' means %s", (status, name) => {
	expect(readJobState({ status })).toEqual({ name, status });
});

test.each([[undefined], [null], ['text'], [[]], [{}], [{ status: 7 }]])(
	'a body without a status, such as %j, reads as still running',
	(body) => {
		expect(readJobState(body)).toEqual({ name: 'running', status: 'unknown' });
	},
);

test('reason and progress are read', () => {
	const body = {
		status: 'failed',
		error: ' No such page ',
		progress: { message: 'Loading', progress: 0.5 },
	};
	expect(readJobState(body)).toEqual({
		name: 'failed',
		status: 'failed',
		reason: 'No such page',
		progress: 'Loading (50%)',
	});
});

test.each([[null], [''], [{}]])('an error field of %j is no reason', (error) => {
	expect(readJobState({ status: 'active', error })).not.toHaveProperty('reason');
});

test.each([
	['a share in per cent', { message: 'Scraping', progress: 50 }, 'Scraping (50%)'],
	['all of it', { message: 'Done', progress: 1 }, 'Done (100%)'],
	['message and share', { message: 'Loading', progress: 0.256 }, 'Loading (26%)'],
	[
		'message and pages',
		{ message: 'Crawling', pagesCrawled: 3, maxPages: 10 },
		'Crawling (3 of 10)',
	],
	[
		'a message that tells the count',
		{ message: 'Crawled 3 of 10 pages', pagesCrawled: 3, maxPages: 10 },
		'Crawled 3 of 10 pages',
	],
	['message and count', { message: 'Parsing', done: 1, total: 4 }, 'Parsing (1 of 4)'],
	['a message alone', { message: 'Loading' }, 'Loading'],
	['a share alone', { progress: 1 }, '100%'],
	['a count alone', { done: 0, total: 4 }, '0 of 4'],
	['half a count', { message: 'Parsing', done: 1 }, 'Parsing'],
	['the other half', { message: 'Parsing', total: 4 }, 'Parsing'],
	['nothing', {}, undefined],
	['no object', 'half way', undefined],
	['an absent field', undefined, undefined],
])('progress with %s', (_label, progress, expected) => {
	expect(describeProgress(progress)).toBe(expected);
});

test.each([
	[0.5, '50%'],
	[1, '100%'],
	[0, '0%'],
	[50, '50%'],
	[99.6, '100%'],
	[5_000, '100%'],
])('the share %p is %s', (progress, expected) => {
	expect(describeProgress({ progress })).toBe(expected);
});

test.each([-1, Number.NaN])('%p is no share', (progress) => {
	expect(describeProgress({ message: 'Loading', progress })).toBe('Loading');
});
