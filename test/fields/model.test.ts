import { findJson, readModelJson } from '../../packages/fields/src/answer/answerJson.ts';
import { readModelText } from '../../packages/fields/src/answer/answerText.ts';
import { shareBudget } from '../../packages/fields/src/model/prompts.ts';

describe('the JSON in a model’s answer', () => {
	it.each([
		['{"a":1}'],
		[' \n{"a":1}\n'],
		['```json\n{"a":1}\n```'],
		['```\n{"a":1}\n```'],
		['Here you are:\n```json\n{"a":1}\n```\nAnything else?'],
		['Sure! {"a":1} is what I found.'],
		['<think>The page says {"a":2}.</think>{"a":1}'],
		['Let me look. The draft {"a":2} is not it.\n</think>\n\n{"a":1}'],
		['[THINK]{"a":2}[/THINK]{"a":1}'],
		[
			'<|channel|>analysis<|message|>{"a":2}<|end|><|start|>assistant<|channel|>final<|message|>{"a":1}<|return|>',
		],
		['analysisWe see {"a":2}.assistantfinal{"a":1}'],
		['{"a":1}<|im_end|>'],
		['{"a":1}\n\nNote: values in {braces} were left out [2].'],
		['A first try: {"a":2}. Better: {"a":1}'],
		['{"a":1,}'],
		['{a: 1}'],
		["{'a': 1}"],
		['{"a": 1 // one\n}'],
		['"{\\"a\\":1}"'],
	])('is found in %j', (answer) => {
		expect(readModelJson(answer)).toEqual({ a: 1 });
	});

	it.each([
		[
			'an object with a list',
			'{"n":"x","tags":["a","b"]}\n\nNote: {braces}.',
			{ n: 'x', tags: ['a', 'b'] },
		],
		['lines of objects', '{"n":1}\n{"n":2}\n', [{ n: 1 }, { n: 2 }]],
		[
			'a code block with a fence in a text',
			'```json\n{"n":"a ```b``` c"}\n```',
			{ n: 'a ```b``` c' },
		],
		['words of Python', "{'n': None, 'yes': True, 'no': False}", { n: null, yes: true, no: false }],
		['a line break in a text', '{"n":"x\ny"}', { n: 'x\ny' }],
		[
			'a number that is too long for one',
			'{"id":12345678901234567890}',
			{ id: '12345678901234567890' },
		],
	])('is all of %s', (_what, answer, value) => {
		expect(readModelJson(answer)).toEqual(value);
	});

	it.each([
		[
			'rows',
			'{"shop":"A","rows":[{"n":1,"t":["x","y"]},{"n":2},{"n":3',
			{ shop: 'A', rows: [{ n: 1, t: ['x', 'y'] }, { n: 2 }] },
		],
		['fields', '{"a":1,"b":{"c":2,"d":"tru', { a: 1, b: { c: 2 } }],
	])('that breaks off keeps its complete %s', (_what, answer, value) => {
		expect(findJson(answer)).toEqual([{ value, isCut: true }]);
	});

	it('is found in time that grows with the answer', () => {
		for (const part of [
			'{',
			'[',
			'{"a":',
			'[1]. ',
			'{"a":1} ',
			'</think>',
			'```\n',
			'<|channel|>',
		]) {
			expect(findJson(part.repeat(50_000)).length).toBeGreaterThanOrEqual(0);
		}
	});

	it('may be a list', () => {
		expect(readModelJson('The list: [1, 2]')).toEqual([1, 2]);
	});

	it.each([
		[''],
		['I found nothing.'],
		['{"a":1'],
		['} {'],
		['No product here [1].'],
		['Use {braces}.'],
	])('is missing in %j', (answer) => {
		expect(readModelJson(answer)).toBeUndefined();
	});
});

describe('the text of a model’s answer', () => {
	it('comes without reasoning and without the fence around it', () => {
		expect(readModelText('<think>hm</think>\n```markdown\n# Title\n```')).toBe('# Title');
	});

	it('keeps fences inside it', () => {
		const text = 'Run:\n```sh\nls\n```\nDone.';

		expect(readModelText(text)).toBe(text);
	});
});

describe('the budget of page texts', () => {
	it('leaves texts alone that fit', () => {
		expect(shareBudget(['a', 'bb'], 3)).toEqual({ texts: ['a', 'bb'], isCut: false });
	});

	it('gives what short texts leave to the long ones', () => {
		const { texts, isCut } = shareBudget(['x'.repeat(100), 'y'.repeat(2_000)], 1_000);

		expect(isCut).toBe(true);
		expect(texts[0]).toBe('x'.repeat(100));
		expect(texts[1]).toHaveLength(900);
	});

	it('cuts at a line and says so', () => {
		const text = Array.from({ length: 100 }, (_, index) => `Line ${index} of the page.`).join('\n');
		const [cut = ''] = shareBudget([text], 500).texts;

		expect(cut.length).toBeLessThanOrEqual(500);
		expect(cut).toMatch(/of the page\.\n\n\[The rest of this page was left out\.\]$/u);
	});
});
