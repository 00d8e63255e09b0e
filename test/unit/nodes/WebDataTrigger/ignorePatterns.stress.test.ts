import { withoutDates } from '../../../../nodes/WebDataTrigger/pageChanged/dates';
import {
	readIgnorePatterns,
	withoutPattern,
} from '../../../../nodes/WebDataTrigger/pageChanged/ignorePatterns';
import { growthOf, LINEAR } from '../../../support/growth';

function ignore(line: string, patterns: string): string {
	return readIgnorePatterns(patterns, 'Ignore').reduce(withoutPattern, line);
}

test.each<[string, string]>([
	['one number after the other', '1 2 '],
	['digits', '1'],
	['numbers with letters', 'a1'],
	['blanks before numbers', ' 1'],
])('a line of %s is read in proportion to its length', async (_label, text) => {
	const patterns = ['# visitors', ' # visitors', '#a#a#a#b', `${'a*'.repeat(90)}b`, '*# x'];
	const growth = await growthOf((size) => {
		const line = text.repeat(size);
		return () => ignore(line, patterns.join('\n'));
	}, 1_000);
	expect(growth).toBeLessThan(LINEAR);
});

test.each(['1 ', '1', 'vor 1 ', '1. M', '2026年1', 'il y a ', 'Montag, '])(
	'dates are looked for in proportion to the length of %j again and again',
	async (text) => {
		withoutDates(text);
		const growth = await growthOf((size) => {
			const line = text.repeat(size);
			return () => withoutDates(line);
		}, 500);
		expect(growth).toBeLessThan(LINEAR);
	},
);
