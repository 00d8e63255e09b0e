import type { SheetRow } from '../../packages/documents/src/sheets/blocks.ts';
import { readDelimited, sheetMarkdown } from '../../packages/documents/src/sheets/table.ts';

/** Rows of cells between bars. */
function rowsOf(...lines: string[]): SheetRow[] {
	return lines.map((line) => {
		const texts = line.split('|').map((cell) => cell.trim());
		return new Map([...texts.entries()].filter(([, text]) => text !== ''));
	});
}

const markdownOf = (...lines: string[]): string => sheetMarkdown(undefined, rowsOf(...lines));
const tableOf = (...rows: string[]): string => {
	const [header = '', ...others] = rows.map((row) => `| ${row} |`);
	return [header, `|${' --- |'.repeat(header.split(' | ').length)}`, ...others].join('\n');
};

const SALES = ['Region | Sales | Profit', 'North | 10 | 1', 'South | 20 | 3'];

describe('a sheet', () => {
	it.each([
		['directly above', ['Sales 2024', 'in thousands', ...SALES]],
		['above an empty row', ['Sales 2024', 'in thousands', '', ...SALES]],
	])('has its title as text: %s', (_place, rows) => {
		expect(markdownOf(...rows)).toBe(`Sales 2024\n\nin thousands\n\n${tableOf(...SALES)}`);
	});

	it('has notes below its table as text', () => {
		expect(markdownOf(...SALES, '', 'As of 3 May', '- preliminary')).toBe(
			`${tableOf(...SALES)}\n\nAs of 3 May\n\n\\- preliminary`,
		);
	});

	it('has each table with a header of its own', () => {
		const costs = ['Cost | Amount', 'Rent | 900', 'Power | 80'];

		expect(markdownOf(...SALES, '', 'Costs', ...costs)).toBe(
			`${tableOf(...SALES)}\n\nCosts\n\n${tableOf(...costs)}`,
		);
	});

	it.each([
		['rows', ['East | 30 | 5']],
		['a title and rows', ['Overseas', 'East | 30 | 5']],
		['rows with words', ['East | 30 | n/a', 'West | 40 | 6']],
		['an entry without figures', ['East | none | none', 'West | 40 | 6']],
	])('goes on below an empty row with %s', (_what, more) => {
		const filled = more.map((row) => (row.includes('|') ? row : `${row} |  | `));

		expect(markdownOf(...SALES, '', ...more)).toBe(tableOf(...SALES, ...filled));
	});

	it('of one column is a table', () => {
		expect(markdownOf('Name', 'Anna', '', 'Berta')).toBe('| Name |\n| --- |\n| Anna |\n| Berta |');
	});
});

describe('a header of several rows', () => {
	const BODY = ['North | 10 | 1 | 12 | 2', 'South | 20 | 3 | 22 | 4'];

	it.each([
		['Region | 2023 | | 2024 |', ' | Sales | Profit | Sales | Profit'],
		[' | 2023 | | 2024 |', 'Region | Sales | Profit | Sales | Profit'],
	])('is one, its words joined column by column: %s', (...head) => {
		expect(markdownOf(...head, ...BODY)).toBe(
			tableOf('Region | 2023 Sales | 2023 Profit | 2024 Sales | 2024 Profit', ...BODY),
		);
	});

	it('may have three, and figures for titles', () => {
		const head = ['Region | Sales | | |', ' | Shops | | Web | ', ' | 2023 | 2024 | 2023 | 2024'];

		expect(markdownOf(...head, ...BODY)).toBe(
			tableOf(
				'Region | Sales Shops 2023 | Sales Shops 2024 | Sales Web 2023 | Sales Web 2024',
				...BODY,
			),
		);
	});

	it.each([
		[['Name | Phone | ', ' | 030 | x', 'Bob | 031 | z', 'Ann | 032 | y']],
		[[' | Name | | Note', 'A | Ann | none | x', 'B | Bob | 5 | y']],
		[['Date | Item | ', ' | Power | 20', 'May | Gas | 5']],
	])('is not made of entries that lack something: %j', (rows) => {
		expect(markdownOf(...rows).split('\n')).toHaveLength(rows.length + 1);
	});

	it('is not made of entries below a title that spans two columns', () => {
		expect(markdownOf('Name | | Age', 'Ann | Smith | 7', 'Bob | Jones | 8')).toBe(
			tableOf('Name |  | Age', 'Ann | Smith | 7', 'Bob | Jones | 8'),
		);
	});
});

it('a table of text has its title as text', () => {
	expect(readDelimited('Report of May\n\nname;price\nOak;1,5\nElm;2,5\n')).toBe(
		'Report of May\n\n| name | price |\n| --- | --- |\n| Oak | 1,5 |\n| Elm | 2,5 |',
	);
});
