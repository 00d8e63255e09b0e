import type { IDataObject } from 'n8n-workflow';
import type { PageContent } from '../../../../nodes/WebDataTrigger/pageChanged/pageContent';
import {
	applyCheck,
	readPageState,
	toChangeItem,
	unknownPage,
	type PageRules,
	type PageState,
} from '../../../../nodes/WebDataTrigger/pageChanged/pageState';

const URL = 'https://example.com/';
const SEEN_MS = Date.UTC(2026, 0, 5, 12);
const AT_MS = SEEN_MS + 60_000;

const rules: PageRules = {
	ignored: { dates: false, patterns: [] },
	minChangePercent: 0,
	reportAfterFailures: 3,
	maxLength: 1_000,
};

function content(lines: string[], isLow = false): PageContent {
	return { title: 'Page', content: lines.join('\n'), lines, isLow };
}

function fold(
	page: PageState,
	result: PageContent | { reason: string },
	other: Partial<PageRules> = {},
) {
	return applyCheck(
		page,
		{ url: URL, jobId: 'job-2', atMs: AT_MS, result },
		{ ...rules, ...other },
	);
}

/** A page of which a version is known, while a check of it runs. */
function knownPage(lines: string[], parts: Partial<PageState> = {}): PageState {
	return {
		settings: 's',
		isAccepted: true,
		failedChecks: 0,
		job: { id: 'job-2', submittedAtMs: AT_MS },
		version: { text: lines.join('\n'), seenAtMs: SEEN_MS, isLow: false },
		...parts,
	};
}

describe('what was saved of a page', () => {
	const saved = knownPage(['a'], { failedChecks: 2 });

	test('is read as it was', () => {
		expect(readPageState(JSON.parse(JSON.stringify(saved)), 's')).toEqual(saved);
	});

	test.each([[undefined], ['text'], [{}], [{ ...saved, settings: 'other' }]])(
		'is nothing when it is %j',
		(other) => {
			expect(readPageState(other, 's')).toEqual(unknownPage('s'));
		},
	);

	test.each<[string, IDataObject, IDataObject]>([
		['job', { job: { id: 1, submittedAtMs: 2 } }, { job: undefined }],
		['time of a job', { job: { id: 'j', submittedAtMs: '2' } }, { job: undefined }],
		['version', { version: { text: 1, seenAtMs: 2 } }, { version: undefined }],
		['time of a version', { version: { text: '' } }, { version: undefined }],
		['count of failures', { failedChecks: '2' }, { failedChecks: 0 }],
		['acceptance', { isAccepted: 'yes' }, { isAccepted: false }],
	])('with an odd %s goes on without it', (_label, odd, expected) => {
		expect(readPageState({ ...saved, ...odd }, 's')).toEqual({ ...saved, ...expected });
	});
});

describe('a check that read the page', () => {
	test('for the first time gives the version that later ones are compared with', () => {
		const page = { ...unknownPage('s'), isAccepted: true, failedChecks: 2 };
		expect(fold(page, content(['a', 'b']))).toEqual({
			page: {
				settings: 's',
				isAccepted: true,
				failedChecks: 0,
				version: { text: 'a\nb', seenAtMs: AT_MS, isLow: false },
			},
		});
	});

	test('of the same text keeps the version with its time, and ends a row of failures', () => {
		const page = knownPage(['a'], { failedChecks: 2 });
		const step = fold(page, content(['a']));
		expect(step.item).toBeUndefined();
		expect(step.page).toEqual({ ...page, job: undefined, failedChecks: 0 });
		expect(step.page).not.toHaveProperty('job');
	});

	test('of another text reports it and keeps the new version', () => {
		const step = fold(knownPage(['a', 'b']), content(['a', 'c']));
		expect(step.page.version).toEqual({ text: 'a\nc', seenAtMs: AT_MS, isLow: false });
		expect(step.item).toEqual({
			event: 'pageChanged',
			url: URL,
			title: 'Page',
			changedPercent: 50,
			added: ['c'],
			removed: ['b'],
			content: 'a\nc',
			previousAt: '2026-01-05T12:00:00.000Z',
			checkedAt: '2026-01-05T12:01:00.000Z',
			jobId: 'job-2',
		});
	});

	test.each([
		[50, true],
		[50.1, false],
	])(
		'of a text of which half differs is reported at a minimum of %d %%: %s',
		(minChangePercent, isReported) => {
			const page = knownPage(['a', 'b']);
			const step = fold(page, content(['a', 'c']), { minChangePercent });
			expect(step.item !== undefined).toBe(isReported);
			// Smaller changes add up: they are compared with the version that was reported.
			if (!isReported) expect(step.page.version).toEqual(page.version);
		},
	);

	test('whose text differs beyond what is kept is reported, whatever the minimum', () => {
		const limits = { maxLength: 5, minChangePercent: 100 };
		const first = fold(unknownPage('s'), content(['kept', 'x']), limits);
		const step = fold(first.page, content(['kept', 'y']), limits);
		expect(step.item).toMatchObject({ linesArePartial: true, added: [], removed: [] });
		expect(fold(step.page, content(['kept', 'y']), limits).item).toBeUndefined();
	});

	test.each([
		['after a version with more', false, { failedChecks: 1, reported: false }],
		['after a version with as little', true, { failedChecks: 0, reported: true }],
	])('and found very little text %s', (_label, wasLow, { failedChecks, reported }) => {
		const page = knownPage(['a'], { version: { text: 'a', seenAtMs: SEEN_MS, isLow: wasLow } });
		const step = fold(page, content(['Are you human?'], true));
		expect(step.page.failedChecks).toBe(failedChecks);
		expect(step.item !== undefined).toBe(reported);
	});

	test('and found very little text at first takes it as the page', () => {
		expect(fold(unknownPage('s'), content(['a'], true)).page.version).toMatchObject({
			isLow: true,
		});
	});
});

describe('a check that could not read the page', () => {
	const failed = { reason: 'Timed out' };

	test('keeps the version and counts', () => {
		const page = knownPage(['a']);
		const step = fold(page, failed);
		expect(step).toEqual({ page: { ...page, job: undefined, failedChecks: 1 } });
		expect(step.page).not.toHaveProperty('job');
	});

	test.each([
		[1, false],
		[2, true],
		[3, false],
	])('after %d others is reported: %s', (failedChecks, isReported) => {
		expect(fold(knownPage(['a'], { failedChecks }), failed).item !== undefined).toBe(isReported);
	});

	test('is reported with the reason, and when the page was seen last', () => {
		expect(fold(knownPage(['a'], { failedChecks: 2 }), failed).item).toEqual({
			event: 'pageUnreachable',
			url: URL,
			failedChecks: 3,
			errorMessage: 'Timed out',
			previousAt: '2026-01-05T12:00:00.000Z',
			checkedAt: '2026-01-05T12:01:00.000Z',
			jobId: 'job-2',
		});
	});

	test('of a page that was never seen, without a job, names neither', () => {
		const check = { url: URL, atMs: AT_MS, result: failed };
		const { item } = applyCheck({ ...unknownPage('s'), failedChecks: 2 }, check, rules);
		expect(item).toMatchObject({ previousAt: null });
		expect(item).not.toHaveProperty('jobId');
	});

	test('is never reported when that is turned off', () => {
		let page = knownPage(['a']);
		for (let check = 0; check < 10; check += 1) {
			const step = fold(page, failed, { reportAfterFailures: 0 });
			expect(step.item).toBeUndefined();
			({ page } = step);
		}
		expect(page.failedChecks).toBe(10);
	});

	test('for want of text says so', () => {
		const page = knownPage(['a'], { failedChecks: 2 });
		expect(fold(page, content([], true)).item).toMatchObject({
			errorMessage: expect.stringContaining('very little text'),
		});
	});
});

test('the item of a page without a version before it has all lines as new', () => {
	const check = { url: URL, atMs: AT_MS, result: content(['a']) };
	expect(toChangeItem(check, content(['a', 'b']))).toEqual({
		event: 'pageChanged',
		url: URL,
		title: 'Page',
		changedPercent: 100,
		added: ['a', 'b'],
		removed: [],
		content: 'a\nb',
		previousAt: null,
		checkedAt: '2026-01-05T12:01:00.000Z',
	});
});
