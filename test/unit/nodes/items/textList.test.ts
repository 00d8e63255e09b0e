import { readTextList } from '../../../../nodes/shared/items/parameterValues';

const read = (paths: unknown) => readTextList({ paths }, { name: 'paths', displayName: 'Paths' });

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
	expect(read(value)).toEqual(expected);
});

test.each([{ path: '/a' }, [{ path: '/a' }], [['/a']]])(
	'%j is refused by the name of the field',
	(value) => {
		expect(() => read(value)).toThrow("'Paths' contains");
	},
);
