import type { LabelEnds } from '../labels/labelEnds.ts';
import type { JsonObject } from '@web-data-extraction/page/json';
import { withOneHeader } from '@web-data-extraction/markdown/headerRows';
import { imagesIn, linksIn, withoutMarks } from '@web-data-extraction/page/markdownText';
import { factOf } from '../labels/documentTerms.ts';
import { nameKey, wordSet } from '../names/names.ts';
import { agreedFields, type NamedValue, type RecordList } from '../records/sourceData.ts';

/** A text short and plain enough to be the label of a value. */
const LABEL = /^(?=.{1,40}$)\p{L}[^\s{}<>"|]*(?:(?<![.!?;,]) [^\s{}<>"|]+){0,3}$/u;

/** An empty field of a form: a line to write on, dots, a dash. */
const BLANK = /^[\s_.…·–—-]*$/u;

/** Headers of tables that list labels and values. */
const LABEL_HEADERS = wordSet('attribute property field key label specification parameter feature');
/** Labels of rows that are not entries of their table. */
const TOTAL =
	/^(?:(?:grand |sub-?|sous-)?total(?: amount| due| ht| ttc)?|sum|(?:gesamt|zwischen)?summe|gesamt(?:betrag)?|(?:sub)?totale|(?:sub)?totaal|suma):?$/iu;
const DELIMITERS = /^[|:\- ]{3,5000}$/u;

/** The source of Markdown. */
export interface TextOrigin {
	/** What relative links are resolved against. */
	baseUrl: string;
	/** Whether it is a document, whose tables may be those of an invoice. */
	isDocument: boolean;
	/** Keys of the labels that are asked for (`askedLabelKeys`). */
	asked: ReadonlySet<string>;
	/** Rows of tables that are not entries (`rowKey`): titles across the table, and its footer. */
	besideEntries: ReadonlySet<string>;
	/** Where the values of its labels end, as far as elements show it. */
	labelEnds: LabelEnds;
}

/** The form in which rows are compared, however their cells are marked up. */
export const rowKey = (cells: readonly string[]): string =>
	cells.join('').replace(/[^\p{L}\p{N}]+/gu, '');

/** The lines of a GFM table that begins at a line; none when none does. */
export function takeTable(lines: readonly string[], start: number): string[] {
	const hasBar = (line?: string) => line?.includes('|') === true;
	if (!hasBar(lines[start]) || !DELIMITERS.test(lines[start + 1] ?? '')) return [];
	const rest = lines.slice(start + 2);
	const length = rest.findIndex((line) => !hasBar(line));
	return lines.slice(start, start + 2 + (length === -1 ? rest.length : length));
}

/**
 * Reads the lines of a GFM table: labels and values, or rows and what the last of them total. Two
 * columns are labels and values when the header is empty or says so, or is such a pair itself: Markdown
 * has no tables without a header.
 * @param title the heading above the table
 */
export function readTable(
	lines: readonly string[],
	title: string,
	origin: TextOrigin,
): { pairs: NamedValue[]; lists: RecordList[] } {
	const cells = lines.toSpliced(1, 1).map(splitRow);
	const [header = [], ...rows] = withOneHeader(cells);
	const { baseUrl } = origin;
	const [first = '', second = ''] = header;
	const isHeader = first === '' || LABEL_HEADERS.has(nameKey(withoutMarks(first)));
	if (header.length === 2 && (isHeader || /\d/u.test(second))) {
		const all = isHeader ? rows : [header, ...rows];
		const pairs = all.flatMap(([label = '', value = '']) => labelled(label, value, baseUrl));
		if (pairs.length === all.length) {
			const lists = listsUnder(rows, title, origin);
			return { pairs, lists: lists.map((list) => ({ ...list, isOtherReading: true })) };
		}
	}
	if (header.some((cell) => cell !== '')) return readRows(header, rows, title, origin);
	const sideBySide = pairsBeside(rows, baseUrl);
	if (sideBySide.length > 0) return { pairs: sideBySide, lists: [] };
	const lists = listsUnder(rows, title, origin);
	return lists.length > 0 ? { pairs: [], lists } : readRows(header, rows, title, origin);
}

/** The lists of a table without a header whose first row is one, such as words above figures. */
function listsUnder(
	rows: ReadonlyArray<readonly string[]>,
	title: string,
	origin: TextOrigin,
): RecordList[] {
	const [head = [], ...others] = rows;
	const isWords = head.every((cell) => /\p{L}/u.test(cell) && !/\d/u.test(cell));
	const hasFigures =
		others.length > 0 && others.every((row) => row.some((cell) => /\d/u.test(cell)));
	const isTelling = new Set(head).size === head.length && isWords;
	return isTelling && hasFigures ? readRows(head, others, title, origin).lists : [];
}

/** Labels and values in pairs of columns of a table without a header. */
function pairsBeside(rows: ReadonlyArray<readonly string[]>, baseUrl: string): NamedValue[] {
	const places = rows.flatMap((row) =>
		row.flatMap((label, at) => (at % 2 === 0 ? [[label, row[at + 1] ?? ''] as const] : [])),
	);
	const width = rows[0]?.length ?? 0;
	const filled = places.filter(([label, value]) => label !== '' || value !== '');
	const pairs = filled
		.filter(([label]) => !/\d/u.test(label))
		.flatMap(([label, value]) => labelled(label, value, baseUrl));
	const isOfPairs = width > 2 && width % 2 === 0 && pairs.length === filled.length;
	const labels = new Set(pairs.map(([label]) => label));
	const hasFigures = filled.some(([, value]) => /\d/u.test(value));
	return isOfPairs && hasFigures && labels.size === pairs.length ? pairs : [];
}

/** The entries of a table, once as its rows and once as its columns, and what its last rows total. */
function readRows(
	header: readonly string[],
	rows: ReadonlyArray<readonly string[]>,
	title: string,
	{ baseUrl, isDocument, besideEntries }: TextOrigin,
): { pairs: NamedValue[]; lists: RecordList[] } {
	const filled = rows.map((row) => row.filter((cell) => cell !== ''));
	const sums = filled.map(([label = '', value = '', ...others], at) => {
		const isSum = (rows[at]?.length ?? 0) > 2 && others.length === 0 && /\d/u.test(value);
		return isSum ? labelled(label, value, baseUrl) : [];
	});
	// A row that only totals is not an entry; one with a name and nothing else is.
	const entries = rows.filter((row, at) => {
		const [label = '', ...others] = filled[at] ?? [];
		const isNamed = (row[0] ?? '') !== '' || 1 + others.length > row.length / 2;
		// A single cell in a wide row is a title across the table or continues the row above.
		const isAcross = isDocument && row.length > 3 && others.length === 0;
		const isSum = isDocument && others.length + 1 < row.length && isAmount(label);
		const isBeside = besideEntries.has(rowKey(row.map(withoutMarks)));
		const isOther = isAcross || isSum || isBeside || TOTAL.test(withoutMarks(label));
		return isNamed && !isOther && label !== '';
	});
	const titles = header.map(withoutMarks);
	const toList = (
		columns: readonly string[],
		records: ReadonlyArray<readonly string[]>,
	): RecordList => ({
		title,
		names: [nameKey(title)].filter(Boolean),
		columns: columns.map(nameKey).join('|'),
		records: records.map((row) => toRecord(columns, row, baseUrl)),
	});
	const turned = isDocument ? [] : turnedTable([header, ...entries]);
	return {
		pairs: sums.slice(sums.findLastIndex((sum) => sum.length === 0) + 1).flat(),
		lists: [
			toList(titles, entries),
			...turned.map(({ columns, records }) => ({
				...toList(columns, records),
				isOtherReading: true,
			})),
		],
	};
}

/** A column without a title before others with one contains the entries' names. */
function toRecord(titles: readonly string[], row: readonly string[], baseUrl: string): JsonObject {
	const isNamed = titles[0] === '' && titles.length > 1 && /\p{L}{2}/u.test(row[0] ?? '');
	const cells = row.map((cell, at): NamedValue => [
		at === 0 && isNamed ? 'name' : (titles[at] ?? ''),
		withoutMarks(cell),
	]);
	return { ...firstTargets(row.join(' '), baseUrl), ...agreedFields(cells) };
}

/** A table whose first column may be the titles: then each further column is an entry. */
function turnedTable(table: readonly (readonly string[])[]) {
	const columns = table.map(([title = '']) => withoutMarks(title));
	const isTitled = columns.every((title, at) => (at === 0 && title === '') || LABEL.test(title));
	const width = table[0]?.length ?? 0;
	if (!isTitled || table.length < 3 || width < 3 || new Set(columns).size < columns.length)
		return [];
	const records = Array.from({ length: width - 1 }, (_column, at) =>
		table.map((row) => row[at + 1] ?? ''),
	);
	return [{ columns, records }];
}

/** Whether a label is that of an amount for the whole document ("VAT 19 %:"). */
const isAmount = (label: string): boolean =>
	factOf(nameKey(withoutMarks(label).replace(/\(?\d.{0,8}%\)?/u, '')))?.kind === 'amount';

/** The cells of a row; a backslash keeps the character after it from separating cells. */
function splitRow(line: string): string[] {
	const inner = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
	const cells = inner.replaceAll('\\|', '\0').split('|');
	return cells.map((cell) => cell.trim().replaceAll('\0', '|'));
}

/** A label and a value as Markdown writes them; none if the label is too long or odd, or a value missing. */
export function labelled(label: string, value: string, baseUrl: string): NamedValue[] {
	const name = withoutMarks(label).replace(/:$/u, '');
	const text = withoutMarks(value);
	if (!LABEL.test(name) || BLANK.test(text)) return [];
	const [link, ...others] = linksIn(value, baseUrl);
	const isLink = others.length === 0 && link?.text === text && link.url !== `mailto:${text}`;
	return [[name, isLink ? { name: text, url: link.url } : text]];
}

/** The addresses of the first link and the first picture of a piece of Markdown. */
export function firstTargets(markdown: string, baseUrl: string): JsonObject {
	const [link] = linksIn(markdown, baseUrl);
	const [image] = imagesIn(markdown, baseUrl);
	return { ...(link && { url: link.url }), ...(image && { image: image.url }) };
}
