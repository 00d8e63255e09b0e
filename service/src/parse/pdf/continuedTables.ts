import { isNumeric } from '../text/markdown.ts';

/** A page's table at its end or its beginning, as lines of Markdown. */
interface EdgeTable {
	header: string;
	width: number;
	rows: string[];
}

const RULE = /^\|(?: --- \|)+$/;
/** A page number, which may follow a table that goes on on the next page. */
const PAGE_NUMBER = /^[\p{L}.|\s–-]{0,12}\d{1,4}(?:\s*\/\s*\d{1,4})?[\s–-]*$/u;
/** A column is one of numbers when so many of its cells are. */
const NUMERIC_SHARE = 0.6;

const cellsOf = (row: string): string[] =>
	row
		.slice(1, -1)
		.split(/(?<!\\)\|/)
		.map((cell) => cell.trim());

function tableOf(block: string | undefined): EdgeTable | undefined {
	const [header, rule, ...rows] = block?.split('\n') ?? [];
	if (header === undefined || rule === undefined || !RULE.test(rule)) return undefined;
	return { header, width: cellsOf(header).length, rows };
}

function lastTable(page: string): EdgeTable | undefined {
	const blocks = page.split('\n\n');
	const isNumbered = PAGE_NUMBER.test(blocks.at(-1) ?? '');
	return tableOf(blocks.at(isNumbered ? -2 : -1));
}

function numericColumns(rows: readonly string[]): number[] {
	const cells = rows.map(cellsOf);
	return (cells[0] ?? [])
		.map((_cell, column) => column)
		.filter((column) => {
			const numeric = cells.filter((row) => isNumeric(row[column] ?? '')).length;
			return numeric >= cells.length * NUMERIC_SHARE;
		});
}

/** Whether what stands in a table's header is a row of the table before: numbers where it has them. */
function goesOn(above: EdgeTable, below: EdgeTable): boolean {
	if (above.width !== below.width || above.header === below.header) return false;
	const numbers = numericColumns(above.rows);
	const first = cellsOf(below.header);
	return numbers.length > 0 && numbers.every((column) => isNumeric(first[column] ?? ''));
}

/**
 * Gives a table that goes on on the next page its header again, so that what is a row there does not
 * stand in the header's place.
 * @param pages Markdown of pages that follow each other
 */
export function continueTables(pages: readonly string[]): string[] {
	const continued: string[] = [];
	for (const page of pages) {
		const above = lastTable(continued.at(-1) ?? '');
		const [block, ...rest] = page.split('\n\n');
		const below = tableOf(block);
		if (!above || !below || !goesOn(above, below)) {
			continued.push(page);
			continue;
		}
		const rule = `|${' --- |'.repeat(above.width)}`;
		const table = [above.header, rule, below.header, ...below.rows].join('\n');
		continued.push([table, ...rest].join('\n\n'));
	}
	return continued;
}
