import Papa from 'papaparse';

/** What spreadsheets take for the beginning of a formula. */
const FORMULA_START = /^[=+\-@\t\r]/u;
/** `-5`, `+49 30 1234`, `-1,234.50 €`: signs before figures are no formulas. */
const FIGURE = /^[+-]\s?[\d\s.,:/()-]*\d\s?[%\p{Sc}]?$/u;

/**
 * A cell that no spreadsheet runs: text of strangers such as `=HYPERLINK(…)` gets an apostrophe, the
 * spreadsheets' own mark for text, in front.
 */
export function defuseCell(text: string): string {
	return FORMULA_START.test(text) && !FIGURE.test(text) ? `'${text}` : text;
}

/** CSV of which no cell is run as a formula; the text as it was when there is none. */
export function defuseCsv(text: string): string {
	const { data: rows } = Papa.parse<string[]>(text);
	const isHarmless = rows.every((row) => row.every((cell) => defuseCell(cell) === cell));
	return isHarmless
		? text
		: Papa.unparse(
				rows.map((row) => row.map(defuseCell)),
				{ newline: '\n' },
			);
}
