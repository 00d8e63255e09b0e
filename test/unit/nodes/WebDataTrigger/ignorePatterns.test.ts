import { withoutDates } from '../../../../nodes/WebDataTrigger/pageChanged/dates';
import {
	readIgnorePatterns,
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
	expect(() => readIgnorePatterns(pattern, 'Ignore')).toThrow("'Ignore' contains");
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
	'Updated an hour ago',
	'Updated 21. März 2026',
	'Updated Montag, 21. März 2026',
	'Updated 3 février 2026',
	'Updated 3 févr. 2026',
	'Updated 21 de noviembre de 2026',
	'Updated 21 listopada 2026',
	'Updated 21 ноября 2026',
	'Updated 2026. március 21.',
	'Updated 2026年11月21日',
	'Updated 2026년 11월 21일',
	'Updated ٢١ نوفمبر ٢٠٢٦',
	'Updated 21 พฤศจิกายน 2569',
	'Updated vor 5 Minuten',
	'Updated il y a 3 heures',
	'Updated hace 2 días',
	'Updated 5 минут назад',
	'Updated 3小时前',
	'Updated 3 時間前',
	'Updated قبل ٥ دقائق',
	'Updated 02.11.26',
	'Updated 2/11/26',
	'Updated 22-11-2026',
	'Updated 2026/11/22',
	'Updated 14:05 CET',
	'Updated 14:05:10 UTC+2',
	'Updated 14:05+01:00',
	'CEST Updated',
	'Updated 5pm',
	'Updated 5 p.m.',
	'Updated 11 PM',
	'Updated yesterday',
	'Updated TODAY',
	'Updated gestern',
	'Updated © 2027',
	'Updated (c) 1999-2027',
])('takes the date or time from %j', (line) => {
	expect(withoutDates(line).trim()).toBe('Updated');
});

test.each([
	'Chair 49.50, model 7.2, may contain nuts',
	'Sales are in decline 12 years on',
	'they may 5 times',
	'the 5 may differ',
	'Octopus 12, March of 3 penguins',
	'Juni0r 5, Decor 12, Maya 3',
	'iPhone Pro 12, Mac 5, Set 3',
	'Ships in 3 days',
	'5 minutes of work',
	'Version 2.4.10',
	'Version 1.22.2026.4',
	'Address 10.1.12.26',
	'Part 02-11-26',
	'Part 20-31-1926-A',
	'Score 3:2, set 6-4, 25:70',
	'Phone 02.55.26',
	'Place 5 am See',
	'In 2027 the BEST of the WEST',
])('leaves %j alone', (line) => {
	expect(withoutDates(line)).toBe(line);
});
