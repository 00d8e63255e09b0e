/** A row of a table as texts, one for each column; empty where a cell is. */
type Row = readonly string[];

/** Further rows of a header are entries. */
const MOST_HEADER_ROWS = 5;

const hasWords = (text = ''): boolean => /\p{L}/u.test(text);

/** Whether a text has digits and no letters. */
export const isFigure = (text = ''): boolean => /\d/u.test(text) && !hasWords(text);

/** Whether a row is a header: words alone, some of them above figures. */
export const isHeader = (row: Row, below: Row = []): boolean =>
	row.every((text) => text === '' || hasWords(text)) &&
	row.some((text, column) => text !== '' && isFigure(below[column]));

/** The words above each column: those of a cell are above the empty ones to its right, too, where these have titles. */
function wordsAbove(header: Row, titles: Row): string[] {
	let group = '';
	return titles.map((title, column) => {
		const { [column]: own = '' } = header;
		if (own !== '') group = own;
		return own === '' && title !== '' ? group : own;
	});
}

/** Whether a row has titles, and not the values of an entry: words above figures, or the same below each group. */
function areTitles(row: Row, below: Row = []): boolean {
	const filled = [...row.entries()].filter(([, text]) => text !== '');
	const isAbove = ([column, text]: [number, string]) => hasWords(text) && isFigure(below[column]);
	return filled.every(isAbove) || new Set(filled.map(([, text]) => text)).size < filled.length;
}

/** Whether a row has cells above several titles each in the row below it. */
function isAboveTitles(header: Row, titles: Row, below: readonly Row[]): boolean {
	const first = header.findIndex((text) => text !== '');
	const hasGroup = titles.some((title, at) => at > first && title !== '' && !header[at]);
	if (first === -1 || !hasGroup || !areTitles(titles.slice(first), below[0]?.slice(first)))
		return false;
	// Entries begin in the first column, where either row has nothing.
	return first > 0 || (titles[first] === '' && below.some((row) => (row[first] ?? '') !== ''));
}

/**
 * A table whose header stands in one row: "2023" above "Sales" and, to its right, "Profit" is "2023 Sales" and
 * "2023 Profit".
 * @param rows the header first
 */
export function withOneHeader(rows: readonly Row[]): readonly Row[] {
	let [header = []] = rows;
	let next = 1;
	for (; next < MOST_HEADER_ROWS; next += 1) {
		const { [next]: titles } = rows;
		const below = rows.slice(next + 1, MOST_HEADER_ROWS + 1);
		if (titles === undefined || !isAboveTitles(header, titles, below)) break;
		const above = wordsAbove(header, titles);
		header = titles.map((title, at) => joined(above[at] ?? '', title));
	}
	return next === 1 ? rows : [header, ...rows.slice(next)];
}

const joined = (above: string, title: string): string =>
	title === above ? title : [above, title].filter((text) => text !== '').join(' ');
