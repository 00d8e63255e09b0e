/**
 * Recognises separated values in text that is not labelled as such. Logs, addresses, code and verse also
 * have commas in the same places: only what can hardly be anything else is a table.
 */

/** Maximum records examined. */
const SAMPLE_RECORDS = 50;
/** A header and two rows; fewer similar lines are a coincidence. */
const FEWEST_RECORDS = 3;
const LONGEST_NAME = 40;
const LONGEST_CELL = 200;

const MARKS = ['\t', ';', ',', '|'];

/** What columns are called: words, not sentences, times or figures. */
const NAME = /^[\p{L}_#][\p{L}\p{M}\p{N} _\-/()[\]#%€$£°&.]*$/u;
const FULL_STOP = /[.!?]$|[.!?] /;
const YEAR = /^(?:19|20)\d\d$/;

/** What only a value looks like: amounts, at most with a unit, dates, times, booleans, internet addresses. */
const VALUES: readonly RegExp[] = [
	/^[-+(]?(?:[A-Z]{3} ?|[$€£¥] ?)?[-+]?(?:\d[\d.,' ]*|\.\d+)(?:[eE][-+]?\d+)?\)?(?: ?(?:%|[$€£¥°]|[\p{L}µ²³]{1,3}))?$/u,
	/^\d{4}[-/]\d{1,2}(?:[-/]\d{1,2}(?:[T ]\d\d?:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?)?$/,
	/^\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d\d)(?: \d\d?:\d\d(?::\d\d)?)?$/,
	/^\d\d?:\d\d(?::\d\d)?$/,
	/^(?:true|false|yes|no)$/i,
	/^[^\s@]+@[^\s@]+\.[a-z]{2,}$/i,
	/^https?:\/\/\S+$/i,
	/^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i,
];

/**
 * Whether a text is a table of separated values, beyond doubt: names in its first line, as many cells in
 * every other, and a column in which every cell is a value such as an amount or a date.
 * @param text its beginning
 * @param isSample whether the file continues after it
 */
export function isSureTable(text: string, isSample = false): boolean {
	return MARKS.some((mark) => {
		const records = readRecords(text, mark, isSample);
		return records !== undefined && isTable(records);
	});
}

function isTable([header = [], ...rows]: readonly string[][]): boolean {
	const isEven = rows.every(({ length }) => length === header.length);
	if (header.length < 2 || rows.length < FEWEST_RECORDS - 1 || !isEven) return false;
	if (!isHeader(header) || rows.flat().some((cell) => cell.length > LONGEST_CELL)) return false;
	return header.some((_name, at) => {
		const cells = rows.map((row) => row[at] ?? '').filter((cell) => cell !== '');
		const isFilled = cells.length > 1 && cells.length >= rows.length / 2;
		return isFilled && VALUES.some((value) => cells.every((cell) => value.test(cell)));
	});
}

function isHeader(cells: readonly string[]): boolean {
	if (new Set(cells).size < cells.length) return false;
	const years = cells.filter((cell) => YEAR.test(cell));
	const names = years.length > 1 ? cells.filter((cell) => !YEAR.test(cell)) : cells;
	return (
		names.length > 0 &&
		names.every((name) => name.length <= LONGEST_NAME && NAME.test(name) && !FULL_STOP.test(name))
	);
}

/**
 * The first records of separated values. Quoted cells may contain the separator, line ends and doubled
 * quotation marks.
 * @returns undefined for any other text, or one with an empty line
 */
function readRecords(text: string, mark: string, isSample: boolean): string[][] | undefined {
	const cell = cellPattern(mark);
	const records: string[][] = [];
	let record: string[] = [];
	while (records.length < SAMPLE_RECORDS) {
		const found = cell.exec(text);
		// A quotation mark left open where the sample ends.
		if (found === null) return isSample && records.length > 0 ? records : undefined;
		const [, quoted, bare = '', end] = found;
		record.push((quoted?.replaceAll('""', '"') ?? bare).trim());
		if (end === mark) continue;
		const isEnd = end === '';
		const isEmpty = record.length === 1 && record[0] === '';
		// The last line of a sample may be incomplete.
		if (isEnd) return isEmpty || isSample ? records : [...records, record];
		if (isEmpty) return text.slice(cell.lastIndex).trim() === '' ? records : undefined;
		records.push(record);
		record = [];
	}
	return records;
}

/** A cell, quoted or not, and what ends it. */
function cellPattern(mark: string): RegExp {
	return new RegExp(
		`(?:[ ]*"((?:[^"]|"")*)"[ ]*|([^"${mark}\\r\\n][^${mark}\\r\\n]*|))(${mark === '|' ? '\\|' : mark}|\\r?\\n|\\r|$)`,
		'y',
	);
}
