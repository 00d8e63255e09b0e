import Papa from 'papaparse';
import { escapeAddress, escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { DocumentFailure } from '../conversion/documentFailure.ts';
import { withStrikes } from './struckText.ts';

/**
 * The filled cells of a row as Markdown, by column, 0-based. A map, not an array: a row of a hostile
 * sheet may have its only cell in the last of 16,384 columns.
 */
export type SheetRow = ReadonlyMap<number, string>;

/** A table of more cells than this is not a document to read: its Markdown would fill all memory. */
const MAX_TABLE_CELLS = 5_000_000;

/** A character already escaped in Markdown, or a bracket that would end a link's text. */
const ESCAPED_OR_BRACKET = /\\[^]|[[\]]/g;

/** A cell as it is shown, its characters as text (`10*20*30`), and its link target. */
export function cellMarkdown(shown: string, link?: string): string {
	const text = withStrikes(gfmCell(escapeText(shown)));
	if (link === undefined) return text;
	const inLink = text.replace(ESCAPED_OR_BRACKET, (sign) => (sign.length > 1 ? sign : `\\${sign}`));
	return `[${inLink}](${escapeAddress(link)})`;
}

/**
 * A sheet as a heading with its name and a GFM table whose first row is the header. Empty rows and
 * columns are left out. A sheet without a name has no heading; one without cells has no table.
 * @throws DocumentFailure for a sheet whose table would be too large
 */
export function sheetMarkdown(name: string | undefined, rows: readonly SheetRow[]): string {
	const filledRows = rows.filter((row) => row.size > 0);
	const filledColumns = new Set<number>();
	for (const row of filledRows) for (const column of row.keys()) filledColumns.add(column);
	const columns = [...filledColumns].sort((a, b) => a - b);
	const cells = columns.length * filledRows.length;
	if (cells > MAX_TABLE_CELLS) {
		throw new DocumentFailure(
			'tooLarge',
			`The sheet "${name ?? ''}" has ${cells} cells; at most ${MAX_TABLE_CELLS} are read.`,
		);
	}
	const table = gfmTable(filledRows.map((row) => columns.map((column) => row.get(column) ?? '')));
	const heading = name === undefined ? '' : `## ${escapeText(name)}`;
	return [heading, table].filter((part) => part !== '').join('\n\n');
}

/** A spreadsheet program's note of the separator, on the first line. */
const STATED = /^sep=([,;\t|])\r?\n/i;

/**
 * A table of delimited values as Markdown, every value as written. The separator is the one stated on
 * the first line (`sep=;`), else the one on which the lines agree.
 */
export function readDelimited(text: string): string {
	const { data } = Papa.parse<string[]>(text.replace(STATED, ''), {
		delimiter: STATED.exec(text)?.[1] ?? '',
		delimitersToGuess: [',', ';', '\t', '|'],
		skipEmptyLines: true,
	});
	const rows = data.map((values) => {
		const filled = [...values.entries()].filter(([, value]) => value.trim() !== '');
		return new Map(filled.map(([column, value]) => [column, cellMarkdown(value)]));
	});
	return sheetMarkdown(undefined, rows);
}
