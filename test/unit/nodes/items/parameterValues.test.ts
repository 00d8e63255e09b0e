import {
	InputError,
	readExactText,
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
])('%s as text', (_label, value, expected) => {
	expect(readText({ field: value }, { name: 'field', displayName: 'Field' })).toBe(expected);
});

test('required text is read', () => {
	expect(
		readRequiredText({ jobId: ' j-1 ' }, { name: 'jobId', displayName: 'Job ID' }, 'Enter it.'),
	).toBe('j-1');
});

test.each([
	['a list', ['What is it?', 'What does it cost?']],
	['a list', []],
	['an object', { a: 1 }],
])('%s as text is refused by the name of the field', (kind, value) => {
	for (const read of [readText, readExactText]) {
		expect(() => read({ prompt: value }, { name: 'prompt', displayName: 'Prompt' })).toThrow(
			expect.objectContaining({
				message: `'Prompt' is ${kind}, but must be text`,
				description: expect.stringContaining("join(', ')"),
			}),
		);
	}
});

test('exact text keeps its blanks', () => {
	expect(readExactText({ text: ' a\n' }, { name: 'text', displayName: 'Text' })).toBe(' a\n');
});

test.each([undefined, null, '', '  '])('required text may not be %j', (value) => {
	const read = () =>
		readRequiredText({ jobId: value }, { name: 'jobId', displayName: 'Job ID' }, 'Enter it.');
	expect(read).toThrow(new InputError('Job ID', 'is empty', 'Enter it.'));
});

test.each([
	[true, true],
	[false, false],
	['true', true],
	[' TRUE ', true],
	['false', false],
	['', false],
	[null, false],
	[undefined, false],
])('%j as a toggle is %j', (value, expected) => {
	expect(readFlag({ flag: value }, { name: 'flag', displayName: 'Flag' })).toBe(expected);
});

test.each(['yes', 'on', 1, 0, [], ['true'], {}])(
	'%j as a toggle is refused by the name of the field',
	(value) => {
		expect(() =>
			readFlag({ useProxy: value }, { name: 'useProxy', displayName: 'Use Proxy' }),
		).toThrow(
			expect.objectContaining({
				message: `'Use Proxy' is ${JSON.stringify(value)}`,
				description: expect.stringContaining('true or false'),
			}),
		);
	},
);

test.each([
	[{ timeout: 5 }, { timeout: 5 }],
	[undefined, {}],
	[null, {}],
	['', {}],
])('%j as a collection is %j', (value, expected) => {
	expect(readGroup({ options: value }, 'options')).toEqual(expected);
});

test.each(['text', 7, [1]])('%j as a collection is refused', (value) => {
	expect(() => readGroup({ options: value }, 'options')).toThrow(
		`'Options' is ${JSON.stringify(value)}`,
	);
});

describe('a whole number', () => {
	const read = (value: unknown, max?: number) =>
		readWholeNumber(
			{ limit: value },
			{
				name: 'limit',
				displayName: 'Limit',
				typeOptions: { minValue: 1, ...(max && { maxValue: max }) },
			},
		);

	test.each([
		[1, 1],
		[100, 100],
		['25', 25],
		[' 25 ', 25],
		[undefined, undefined],
		[null, undefined],
		['', undefined],
		['  ', undefined],
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
