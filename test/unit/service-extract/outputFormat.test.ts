import { decideFormat, detectTransformFormat } from '../../../service/src/extract/outputFormat.ts';

describe('a transform instruction', () => {
	it.each([
		['Extract the product name and price', 'json'],
		['Extract title and summary of each article', 'json'],
		['Return the result as JSON', 'json'],
		['Summarize the page and return JSON', 'json'],
		['List all prices as CSV', 'csv'],
		['Make a CSV of all products', 'csv'],
		['csv with columns name and price', 'csv'],
		['Give me a spreadsheet of the team', 'csv'],
		['Comma-separated: name, price', 'csv'],
		['Convert the page to Markdown', 'markdown'],
		['a markdown table of the opening hours', 'markdown'],
		['Summarize this page in two sentences', 'markdown'],
		['Translate the article into French', 'markdown'],
		['Extract the CSV download link', 'json'],
	])('"%s" wants %s', (instruction, format) => {
		expect(detectTransformFormat(instruction)).toBe(format);
	});
});

describe('the form of the answer', () => {
	it('is JSON whenever there is a schema', () => {
		expect(decideFormat({ schema: {}, output: 'markdown', prompt: 'Summarize' })).toBe('json');
	});

	it('is what output says', () => {
		expect(decideFormat({ prompt: 'Extract the title', output: 'markdown' })).toBe('markdown');
		expect(decideFormat({ prompt: 'Summarize', output: 'json' })).toBe('json');
		expect(decideFormat({ output: 'json' })).toBe('json');
	});

	it('is what the prompt wants when output is left out', () => {
		expect(decideFormat({ prompt: 'Extract the title' })).toBe('json');
		expect(decideFormat({ prompt: 'Summarize' })).toBe('markdown');
	});

	it('is raw Markdown without an instruction', () => {
		expect(decideFormat({})).toBeUndefined();
		expect(decideFormat({ output: 'markdown' })).toBeUndefined();
		expect(decideFormat({ prompt: '  ' })).toBeUndefined();
	});
});
