import { DocumentFailure } from '../document/documentFailure.ts';
import { escapeAddress, escapeText } from '../../page/markdown/escape.ts';
import { gfmCell, gfmTable } from '../../page/markdown/gfmTable.ts';

/** A cell as it is shown, and the address it links to. */
export interface SheetCell {
	text: string;
	link?: string;
}

/**
 * The filled cells of a row by column, 0-based. A map, not an array: a row of a hostile sheet has
 * its one cell in the last of 16,384 columns.
 */
export type SheetRow = ReadonlyMap<number, SheetCell>;

/** A table of more cells than this is no document to read: its Markdown would fill all memory. */
const MAX_TABLE_CELLS = 5_000_000;

function filledColumns(rows: readonly SheetRow[]): number[] {
	const columns = new Set<number>();
	for (const row of rows) for (const column of row.keys()) columns.add(column);
	return [...columns].sort((a, b) => a - b);
}

function cellMarkdown(cell: SheetCell | undefined): string {
	if (cell === undefined) return '';
	const text = gfmCell(cell.text);
	if (cell.link === undefined) return text;
	return `[${text.replace(/[[\]]/g, '\\$&')}](${escapeAddress(cell.link)})`;
}

/**
 * A sheet as a heading with its name and a GFM table whose first row is the header. Empty rows and
 * columns are left out. A sheet without a name has no heading; one without cells no table.
 * Throws `DocumentFailure` for a sheet whose table would be too large.
 */
export function sheetMarkdown(name: string | undefined, rows: readonly SheetRow[]): string {
	const columns = filledColumns(rows);
	const filledRows = rows.filter((row) => row.size > 0);
	const cells = columns.length * filledRows.length;
	if (cells > MAX_TABLE_CELLS) {
		throw new DocumentFailure(
			'tooLarge',
			`The sheet "${name ?? ''}" has ${cells} cells; at most ${MAX_TABLE_CELLS} are read.`,
		);
	}
	const table = gfmTable(
		filledRows.map((row) => columns.map((column) => cellMarkdown(row.get(column)))),
	);
	const heading = name === undefined ? '' : `## ${escapeText(name)}`;
	return [heading, table].filter((part) => part !== '').join('\n\n');
}
