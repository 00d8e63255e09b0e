import { choicesField, readChoices } from '../../../../nodes/shared/fields/choice';

describe('a parameter with several choices', () => {
	const formats = choicesField({
		displayName: 'Formats',
		name: 'formats',
		options: [
			{ name: 'Markdown', value: 'markdown' },
			{ name: 'Picture', value: 'screenshot' },
		],
		default: [],
	});
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
