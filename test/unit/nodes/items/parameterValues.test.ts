import { InputError } from '../../../../nodes/shared/items/inputError';
import {
	readFlag,
	readGroup,
	readRequiredText,
	readText,
	readWholeNumber,
} from '../../../../nodes/shared/items/parameterValues';

test.each([
	['text', 'abc', 'abc'],
	['text between blanks', ' abc\n', 'abc'],
	['a number', 7, '7'],
	['a truth value', false, 'false'],
	['nothing', undefined, ''],
	['null', null, ''],
	['an object', { a: 1 }, ''],
])('%s as text', (_label, value, expected) => {
	expect(readText({ field: value }, 'field')).toBe(expected);
});

test('required text is read', () => {
	expect(readRequiredText({ jobId: ' j-1 ' }, 'jobId', 'Job ID', 'Enter it.')).toBe('j-1');
});

test.each([undefined, null, '', '  ', {}])('required text may not be %j', (value) => {
	const read = () => readRequiredText({ jobId: value }, 'jobId', 'Job ID', 'Enter it.');
	expect(read).toThrow(new InputError('Job ID', 'is empty', 'Enter it.'));
});

test.each([
	[true, true],
	[false, false],
	['true', true],
	[' TRUE ', true],
	['false', false],
	['yes', false],
	[1, false],
	[undefined, false],
])('%j as a toggle is %j', (value, expected) => {
	expect(readFlag({ flag: value }, 'flag')).toBe(expected);
});

test.each([
	[{ timeout: 5 }, { timeout: 5 }],
	[undefined, {}],
	[null, {}],
	['text', {}],
	[[1], {}],
])('%j as a collection is %j', (value, expected) => {
	expect(readGroup({ options: value }, 'options')).toEqual(expected);
});

describe('a whole number', () => {
	const read = (value: unknown, max?: number) =>
		readWholeNumber({ limit: value }, 'limit', 'Limit', { min: 1, ...(max && { max }) });

	test.each([
		[1, 1],
		[100, 100],
		['25', 25],
		[' 25 ', 25],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
	])('%j reads as %j', (value, expected) => {
		expect(read(value, 100)).toBe(expected);
	});

	test.each([0, -1, 1.5, 101, 'many', '5x', true, [], {}, NaN, Infinity])(
		'may not be %j',
		(value) => {
			expect(() => read(value, 100)).toThrow(InputError);
			expect(() => read(value, 100)).toThrow(/'Limit' is /);
		},
	);

	test.each([
		[100, 'Enter a whole number from 1 to 100.'],
		[undefined, 'Enter a whole number of 1 or more.'],
	])('with the maximum %j says its bounds', (max, fix) => {
		try {
			read(0, max);
		} catch (error) {
			expect(error).toMatchObject({ message: "'Limit' is 0", description: fix });
		}
		expect.assertions(1);
	});
});
