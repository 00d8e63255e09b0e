import { readTextList } from '../../../../nodes/shared/items/parameterValues';

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
	[['a', null, undefined], ['a']],
	[[], []],
])('%j reads as the texts %j', (value, expected) => {
	expect(readTextList(value, 'Paths')).toEqual(expected);
});

test.each([{ path: '/a' }, [{ path: '/a' }], [['/a']]])(
	'%j is refused by the name of the field',
	(value) => {
		expect(() => readTextList(value, 'Paths')).toThrow("'Paths' contains");
	},
);
