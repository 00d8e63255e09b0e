import { readModelJson, readModelText } from '../../../service/src/extract/model.ts';
import { shareBudget } from '../../../service/src/extract/prompts.ts';

describe('the JSON in a model’s answer', () => {
	it.each([
		['{"a":1}'],
		[' \n{"a":1}\n'],
		['```json\n{"a":1}\n```'],
		['```\n{"a":1}\n```'],
		['Here you are:\n```json\n{"a":1}\n```\nAnything else?'],
		['Sure! {"a":1} is what I found.'],
		['<think>The page says {"a":2}.</think>{"a":1}'],
	])('is found in %j', (answer) => {
		expect(readModelJson(answer)).toEqual({ a: 1 });
	});

	it('may be a list', () => {
		expect(readModelJson('The list: [1, 2]')).toEqual([1, 2]);
	});

	it.each([[''], ['I found nothing.'], ['{"a":1'], ['{a: 1}'], ['} {']])(
		'is missing in %j',
		(answer) => {
			expect(readModelJson(answer)).toBeUndefined();
		},
	);
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
