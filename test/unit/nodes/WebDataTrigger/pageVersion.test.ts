import { readIgnorePatterns } from '../../../../nodes/WebDataTrigger/pageChanged/ignorePatterns';
import {
	compareVersions,
	linesOf,
	toVersion,
	type Ignored,
} from '../../../../nodes/WebDataTrigger/pageChanged/pageVersion';

const nothing: Ignored = { dates: false, patterns: [] };

function version(text: string, ignored = nothing, maxLength = 1_000) {
	return toVersion(linesOf(text), { seenAtMs: 7, isLow: false }, { maxLength, ignored });
}

function compare(before: string, after: string, ignored = nothing, maxLength = 1_000) {
	const versions = [before, after].map((text) => version(text, ignored, maxLength));
	return compareVersions(versions[0] ?? version(''), versions[1] ?? version(''), ignored);
}

test('lines end without blanks, and empty ones do not count', () => {
	expect(linesOf('a  \n\n \t\n  b\r\n')).toEqual(['a', '  b']);
});

test('a version is the text with when it was seen', () => {
	expect(
		toVersion(['a', 'b'], { seenAtMs: 7, isLow: true }, { maxLength: 4, ignored: nothing }),
	).toEqual({
		text: 'a\nb',
		seenAtMs: 7,
		isLow: true,
	});
});

test('whole lines are kept, and a digest of those beyond', () => {
	expect(version('ab\ncd\nef', nothing, 6)).toMatchObject({
		text: 'ab\ncd',
		beyond: expect.stringMatching(/^[0-9a-f]{16}$/),
	});
	expect(version('ab\ncd', nothing, 6).beyond).toBeUndefined();
	expect(version('ab\ncd\nef', nothing, 6).beyond).not.toBe(
		version('ab\ncd\neg', nothing, 6).beyond,
	);
});

test('the same text does not differ', () => {
	expect(compare('a\nb', 'a\nb')).toBeUndefined();
	expect(compare('', '')).toBeUndefined();
});

test.each([
	['a line more', 'a', 'a\nb', { added: ['b'], removed: [], percent: 33.33 }],
	['a line less', 'a\nb', 'a', { added: [], removed: ['b'], percent: 33.33 }],
	['another line', 'a\nbb', 'a\ncc', { added: ['cc'], removed: ['bb'], percent: 66.67 }],
	['nothing in common', 'a', 'b', { added: ['b'], removed: ['a'], percent: 100 }],
	['a line more often', 'a\nb', 'a\nb\na', { added: ['a'], removed: [], percent: 20 }],
	['an empty page that has text', '', 'a', { added: ['a'], removed: [], percent: 100 }],
])('%s is a difference', (_label, before, after, expected) => {
	expect(compare(before, after)).toEqual({ ...expected, isPartial: false });
});

test('blanks are no difference, and lines are shown as they are', () => {
	expect(compare('a  b', '  a b')).toBeUndefined();
	expect(compare('a', 'b   c')?.added).toEqual(['b   c']);
});

test('beyond what is kept a difference has no lines', () => {
	expect(compare('ab\ncd', 'ab\nce', nothing, 3)).toEqual({
		added: [],
		removed: [],
		percent: 0,
		isPartial: true,
	});
	expect(compare('ab', 'ab\nce', nothing, 3)).toMatchObject({ isPartial: true });
	expect(compare('cd', 'ce', nothing, 1)).toEqual({
		added: [],
		removed: [],
		percent: 100,
		isPartial: true,
	});
});

test('what is ignored is no difference, in the part that is kept and beyond', () => {
	const ignored = { dates: false, patterns: readIgnorePatterns('# visitors', 'Ignore') };
	expect(compare('a\n12 visitors', 'a\n13 visitors', ignored)).toBeUndefined();
	expect(compare('a\n12 visitors', 'a\n13 visitors', ignored, 3)).toBeUndefined();
	expect(compare('a\n12 visitors', 'b\n13 visitors', ignored)).toMatchObject({
		added: ['b'],
		removed: ['a'],
	});
});

test('a line of which nothing counts may come and go', () => {
	const ignored = { dates: false, patterns: readIgnorePatterns('# visitors', 'Ignore') };
	expect(compare('a\n12 visitors', 'a', ignored)).toBeUndefined();
	expect(compare('a', 'a\n12 visitors', ignored)).toBeUndefined();
});

test('a change of the part that is kept is no change beyond it', () => {
	expect(compare('ab\ncd', 'xy\ncd', nothing, 3)).toEqual({
		added: ['xy'],
		removed: ['ab'],
		percent: 100,
		isPartial: false,
	});
});

test('dates are ignored only on request', () => {
	const texts = ['Updated 21 March 2026', 'Updated 22 March 2026'] as const;
	expect(compare(...texts)).toMatchObject({ percent: 100 });
	expect(compare(...texts, { dates: true, patterns: [] })).toBeUndefined();
});

test('a very long line counts to its end', () => {
	const line = 'x'.repeat(5_000);
	expect(compare(line, line, nothing, 10_000)).toBeUndefined();
	expect(compare(`${line}a`, `${line}b`, nothing, 10_000)?.added).toEqual([`${line}b`]);
	expect(compare(line, `${line}b`, nothing, 10_000)).toBeDefined();
});
