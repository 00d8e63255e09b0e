import Papa from 'papaparse';
import { sheetMarkdown } from './sheetMarkdown.ts';

/** A spreadsheet program's own note of the separator, on the first line. */
const STATED = /^sep=([,;\t|])\r?\n/i;

/**
 * A table whose values stand between separators as Markdown, every value as it is written. The
 * separator is the one that the first line states (`sep=;`), else the one by which the lines agree.
 */
export function readDelimited(text: string): string {
	const delimiter = STATED.exec(text)?.[1] ?? '';
	const { data } = Papa.parse<string[]>(text.replace(STATED, ''), {
		delimiter,
		delimitersToGuess: [',', ';', '\t', '|'],
		skipEmptyLines: true,
	});
	const rows = data.map(
		(values) =>
			new Map(
				[...values.entries()].flatMap(([column, value]) =>
					value.trim() === '' ? [] : [[column, { text: value }] as const],
				),
			),
	);
	return sheetMarkdown(undefined, rows);
}
