import { readChoices } from '../../../../nodes/shared/fields/choice';
import { readWholeNumber } from '../../../../nodes/shared/items/parameterValues';
import {
	choiceField,
	choicesField,
	named,
	numberField,
} from '../../../../nodes/shared/fields/field';

describe('a parameter with several choices', () => {
	const formats = named(
		'formats',
		choicesField([], { markdown: 'Markdown', screenshot: 'Picture' }, ''),
	);
	const read = (value: unknown) => readChoices({ formats: value }, formats);

	test.each([
		[
			['screenshot', 'markdown'],
			['markdown', 'screenshot'],
		],
		[['markdown', 'markdown'], ['markdown']],
		['markdown', ['markdown']],
		['screenshot, markdown', ['markdown', 'screenshot']],
		[[], []],
		[undefined, []],
	])('reads %j as %j', (value, expected) => {
		expect(read(value)).toEqual(expected);
	});

	test.each([['html'], [['markdown', 'html']], [{ markdown: true }], [[{}]]])(
		'refuses %j by the name of the field',
		(value) => {
			expect(() => read(value)).toThrow("'Formats' contains");
		},
	);

	test('names what can be chosen', () => {
		expect(() => read('html')).toThrow(
			expect.objectContaining({
				description: 'Choose from Markdown (markdown), Picture (screenshot).',
			}),
		);
	});

	test('needs one where the field is required', () => {
		const required = { ...formats, required: true };
		expect(() => readChoices({ formats: [] }, required)).toThrow("'Formats' is empty");
	});
});

describe('a declared field', () => {
	test.each([
		['urls', undefined, 'Urls'],
		['urls', 'URLs', 'URLs'],
		['maxConcurrentJobs', undefined, 'Max Concurrent Jobs'],
	])('%s with the label %j is shown as %s', (name, displayName, expected) => {
		const field = named(name, { type: 'string', default: '', ...(displayName && { displayName }) });
		expect(field).toMatchObject({ name, displayName: expected });
	});

	test('offers its choices by name, with or without a description', () => {
		const choices = { none: 'None', some: 'Some: a note: with a colon' };
		expect(choiceField('none', choices, 'What to take').options).toEqual([
			{ name: 'None', value: 'none' },
			{ name: 'Some', value: 'some', description: 'a note: with a colon' },
		]);
	});

	test('has the bounds that its reader holds', () => {
		const limit = named('limit', numberField(5, 'How many', [1, 9]));
		expect(readWholeNumber({ limit: 9 }, limit)).toBe(9);
		expect(() => readWholeNumber({ limit: 10 }, limit)).toThrow("'Limit' is 10");
	});
});
