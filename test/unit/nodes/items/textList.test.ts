import { readTextList } from '../../../../nodes/shared/items/textList';

test.each([
	['a, b,c', ['a', 'b', 'c']],
	['a\nb\n\n c ', ['a', 'b', 'c']],
	[
		['a', ' b '],
		['a', 'b'],
	],
	[['a,b'], ['a,b']],
	[
		[1, 2],
		['1', '2'],
	],
	['', []],
	[undefined, []],
	[null, []],
	[[], []],
])('%j reads as the texts %j', (value, expected) => {
	expect(readTextList(value)).toEqual(expected);
});
