import { decideFormat, defuseCsv, toCsv } from '../../packages/fields/src/answer/answerFormat.ts';

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
		expect(decideFormat({ prompt: instruction })).toBe(format);
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

describe('a cell of CSV', () => {
	it.each([
		'=1+1',
		'=HYPERLINK("http://x.example","y")',
		'+cmd|calc',
		'-2+3+cmd',
		'@SUM(A1)',
		'\t=1',
		'\r=1',
	])('%j is kept from being run', (text) => {
		expect(toCsv([{ text }])).toContain(`'${text.replaceAll('"', '""')}`);
	});

	it.each(['-5', '+49 30 123456', '-1,234.50 €', '- 3 %', 'a=b', '', '5-3', "'=1", '+5'])(
		'%j stays as it is',
		(text) => {
			expect(toCsv([{ text }])).toBe(`text\n${text.includes(',') ? `"${text}"` : text}`);
		},
	);

	it('answers made by rules hold no formulas, in cells and headings', () => {
		const rows = [
			{ name: '=cmd', '@price': 5 },
			{ name: '=IF(1,"a,b")', '@price': -5 },
		];

		expect(toCsv(rows)).toBe(`name,"'@price"\n"'=cmd",5\n"'=IF(1,""a,b"")",-5`);
	});

	it('answers of a model hold none either, and are otherwise left alone', () => {
		expect(defuseCsv('name,price\n"=cmd(1,2)",-5\n')).toBe(`name,price\n"'=cmd(1,2)",-5\n`);
		expect(defuseCsv('"name",price\r\nLamp,-5')).toBe('"name",price\r\nLamp,-5');
		expect(defuseCsv('no table at all')).toBe('no table at all');
	});
});
