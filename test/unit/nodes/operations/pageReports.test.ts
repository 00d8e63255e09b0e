import { describePages, type PageReport } from '../../../../nodes/shared/operations/pageReports';

const page = (url: string, report: Partial<PageReport> = {}): PageReport => ({
	url,
	isThin: false,
	isUnanswered: false,
	isEmpty: false,
	gaps: [],
	wantsRows: false,
	...report,
});

test('a run on which every page is whole has nothing to say', () => {
	expect(describePages([page('https://a.test/'), page('https://b.test/')])).toEqual([]);
	expect(describePages([])).toEqual([]);
});

test('a dead link beside a good page is one hint, which names it and what to do', () => {
	const failure = 'Failed to scrape https://b.test/: HTTP status 404 (Not Found)';
	const dead = page('https://b.test/', { failure, isThin: true, isEmpty: true });
	expect(describePages([page('https://a.test/'), dead])).toEqual([
		'Could not read https://b.test/: HTTP status 404 (Not Found). There is no such page: check the address.',
	]);
});

test('several pages are one hint with their number and the first of them, over all jobs', () => {
	const thin = ['https://a.test/', 'https://b.test/'].map((url) => page(url, { isThin: true }));
	expect(describePages([...thin, page('https://c.test/')])).toEqual([
		'Little text on 2 of 3 pages, such as https://a.test/: check for a bot check or cookie wall',
	]);
});

test('what is missing comes first, then what may be wrong, then how to get more', () => {
	const hints = describePages([
		page('https://a.test/', { gaps: ['advice'] }),
		page('https://b.test/', { isThin: true }),
		page('https://c.test/', { isUnanswered: true }),
		page('https://d.test/', { failure: '' }),
	]);
	expect(hints).toEqual([
		'Could not read https://d.test/',
		"No answer for https://c.test/: 'content' is the Markdown",
		'Little text on https://b.test/: check for a bot check or cookie wall',
		'advice',
	]);
});

test('a page without rows is worth a hint only if no other page gave rows', () => {
	const bare = page('https://a.test/', { wantsRows: true, gaps: ['No rows'] });
	expect(describePages([bare, page('https://b.test/', { wantsRows: true })])).toEqual([]);
	expect(describePages([bare, bare])).toEqual(['No rows']);
	expect(describePages([{ ...bare, isEmpty: true }])).toEqual(['No rows']);
});
