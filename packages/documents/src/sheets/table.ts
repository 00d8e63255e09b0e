import Papa from 'papaparse';
import { escapeAddress, escapeLineStart, escapeText } from '@web-data-extraction/markdown/escape';
import { gfmCell, gfmTable } from '@web-data-extraction/markdown/gfmTable';
import { DocumentFailure } from '../conversion/documentFailure.ts';
import { sheetParts, type SheetRow } from './blocks.ts';
import { withStrikes } from './struckText.ts';

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

/** @throws DocumentFailure for a table that would be too large */
function tableMarkdown(name: string | undefined, rows: readonly SheetRow[]): string {
	const columns = [...new Set(rows.flatMap((row) => [...row.keys()]))].sort((a, b) => a - b);
	const count = columns.length * rows.length;
	if (count > MAX_TABLE_CELLS) {
		throw new DocumentFailure(
			'tooLarge',
			`The sheet "${name ?? ''}" has ${count} cells; at most ${MAX_TABLE_CELLS} are read.`,
		);
	}
	return gfmTable(rows.map((row) => columns.map((column) => row.get(column) ?? '')));
}

const linesMarkdown = (rows: readonly SheetRow[]): string[] =>
	rows.flatMap((row) => [...row.values()].map(escapeLineStart));

/**
 * A sheet as a heading with its name, and its lines of text and GFM tables, the first row of which is the
 * header. Empty rows and columns are left out. A sheet without a name has no heading; one without cells has no
 * table.
 * @param rows with the empty ones between them
 * @throws DocumentFailure for a sheet whose table would be too large
 */
export function sheetMarkdown(name: string | undefined, rows: readonly SheetRow[]): string {
	const parts = sheetParts(rows).flatMap((part) =>
		part.kind === 'lines' ? linesMarkdown(part.rows) : tableMarkdown(name, part.rows),
	);
	const heading = name === undefined ? '' : `## ${escapeText(name)}`;
	return [heading, ...parts].filter((part) => part !== '').join('\n\n');
}

/** A spreadsheet program's note of the separator, on the first line. */
const STATED = /^sep=([,;\t|])\r?\n/i;

/**
 * A table of delimited values as Markdown, every value as written. The separator is the one stated on
 * the first line (`sep=;`), else the one on which the lines agree.
 */
export function readDelimited(text: string): string {
	const options = {
		delimiter: STATED.exec(text)?.[1] ?? '',
		delimitersToGuess: [',', ';', '\t', '|'],
	};
	const own = text.replace(STATED, '');
	// Titles and notes beside a table have none.
	const [longest = ''] = own.split(/\n\s*\n/).toSorted((a, b) => b.length - a.length);
	const { delimiter } = Papa.parse(longest, { ...options, skipEmptyLines: true, preview: 1 }).meta;
	const { data } = Papa.parse<string[]>(own, { delimiter });
	const rows = data.map((values) => {
		const filled = [...values.entries()].filter(([, value]) => value.trim() !== '');
		return new Map(filled.map(([column, value]) => [column, cellMarkdown(value)]));
	});
	return sheetMarkdown(undefined, rows);
}
