import {
	readIgnorePatterns,
	withoutDates,
	withoutPattern,
} from '../../../../nodes/WebDataTrigger/pageChanged/ignorePatterns';

function ignore(line: string, patterns: string): string {
	return readIgnorePatterns(patterns, 'Ignore').reduce(withoutPattern, line);
}

test.each([
	['Price 5 €, 1,204 visitors today', '# visitors today', 'Price 5 €, '],
	['Stand: 12.10.2026 um 9 Uhr', 'stand: *', ''],
	['Shop. Updated yesterday by Ann', 'Updated *', 'Shop. '],
	['12 people are looking at this room', '* are looking at', ' this room'],
	['a [1] b [22] c', '[#]', 'a  b  c'],
	['Seen 3 times (id 77)', 'Seen # times*)', ''],
	['Version 12b', '#b', 'Version '],
	['order 112', '#2', 'order 112'],
	['nothing of it', 'something', 'nothing of it'],
	['x'.repeat(5), 'x', ''],
	['İstanbul 5 views', '# views', 'İstanbul '],
])('of %j, the pattern %j leaves %j', (line, patterns, rest) => {
	expect(ignore(line, patterns)).toBe(rest);
});

test.each(['*', '**', ' * '])('refuses %j, which would ignore everything', (pattern) => {
	expect(() => readIgnorePatterns(pattern, 'Ignore')).toThrow("'Ignore' holds");
});

test('refuses more patterns, and longer ones, than a check can take', () => {
	expect(() => readIgnorePatterns('a\n'.repeat(51), 'Ignore')).toThrow('has 51 patterns');
	expect(() => readIgnorePatterns('a'.repeat(201), 'Ignore')).toThrow('201 characters');
});

test.each([
	'Updated 2026-11-22T13:30:28.124Z',
	'Updated 22.11.2026',
	'Updated 11/22/26',
	'Updated 22 November 2026',
	'Updated Nov 22nd, 2026',
	'Updated 9:05 pm',
	'Updated 3 hours ago',
])('takes the date or time from %j', (line) => {
	expect(withoutDates(line).trim()).toBe('Updated');
});

test('leaves prices and versions alone', () => {
	expect(withoutDates('Chair 49.50, model 7.2, may contain nuts')).toBe(
		'Chair 49.50, model 7.2, may contain nuts',
	);
});

test('patterns that make regular expressions hang take no time', () => {
	const line = 'a1'.repeat(50_000);
	const started = performance.now();
	ignore(line, [`${'a*'.repeat(90)}b`, '#a#a#a#a#b', `${'*a'.repeat(90)}b`].join('\n'));
	withoutDates('1 '.repeat(50_000));
	withoutDates('1'.repeat(100_000));
	expect(performance.now() - started).toBeLessThan(10_000);
});
