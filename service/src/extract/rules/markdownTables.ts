import type { JsonObject } from '../../json.ts';
import { imagesIn, linksIn, withoutMarks } from '../../page/markdownText.ts';
import { factOf } from './documentTerms.ts';
import { nameKey, wordSet } from './names.ts';
import { agreedFields, type NamedValue, type RecordList } from './sourceData.ts';

/** A text short and plain enough to be the label of a value. */
const LABEL = /^(?=.{1,40}$)\p{L}[^\s{}<>"|]*(?:(?<![.!?;,]) [^\s{}<>"|]+){0,3}$/u;

/** Headers of tables that list labels and values. */
const LABEL_HEADERS = wordSet('attribute property field key label specification parameter feature');
/** Labels of rows that are no entries of their table. */
const TOTAL =
	/^(?:(?:grand |sub-?|sous-)?total(?: amount| due| ht| ttc)?|sum|(?:gesamt|zwischen)?summe|gesamt(?:betrag)?|(?:sub)?totale|(?:sub)?totaal|suma):?$/iu;
const DELIMITERS = /^[|:\- ]{3,5000}$/u;

/** Where Markdown comes from. */
export interface TextOrigin {
	/** Where relative links start from. */
	baseUrl: string;
	/** It is that of a document, whose tables may be those of an invoice. */
	isDocument: boolean;
}

/** The lines of a GFM table that begins at a line; none when none does. */
export function takeTable(lines: readonly string[], start: number): string[] {
	const hasBar = (line?: string) => line?.includes('|') === true;
	if (!hasBar(lines[start]) || !DELIMITERS.test(lines[start + 1] ?? '')) return [];
	const rest = lines.slice(start + 2);
	const length = rest.findIndex((line) => !hasBar(line));
	return lines.slice(start, start + 2 + (length === -1 ? rest.length : length));
}

/**
 * Reads the lines of a GFM table: labels and values, or rows and what the last of them sum up. Two
 * columns hold labels and values when the header is empty or says so, or is such a pair itself: Markdown
 * has no tables without a header.
 * @param title what the table stands under
 */
export function readTable(
	lines: readonly string[],
	title: string,
	{ baseUrl, isDocument }: TextOrigin,
): { pairs: NamedValue[]; lists: RecordList[] } {
	const [header = [], , ...rows] = lines.map(splitRow);
	const [first = '', second = ''] = header;
	const isHeader = first === '' || LABEL_HEADERS.has(nameKey(withoutMarks(first)));
	if (header.length === 2 && (isHeader || /\d/u.test(second))) {
		const all = isHeader ? rows : [header, ...rows];
		const pairs = all.flatMap(([label = '', value = '']) => labelled(label, value, baseUrl));
		if (pairs.length === all.length) return { pairs, lists: [] };
	}
	const filled = rows.map((row) => row.filter((cell) => cell !== ''));
	const sums = filled.map(([label = '', value = '', ...others], at) => {
		const isSum = (rows[at]?.length ?? 0) > 2 && others.length === 0 && /\d/u.test(value);
		return isSum ? labelled(label, value, baseUrl) : [];
	});
	// What only sums up is no entry; one that is named and else says nothing is.
	const entries = rows.filter((row, at) => {
		const [label = '', ...others] = filled[at] ?? [];
		const isNamed = (row[0] ?? '') !== '' || 1 + others.length > row.length / 2;
		// One cell of a wide row is a title across the table or goes on with the row above.
		const isAcross = isDocument && row.length > 3 && others.length === 0;
		const isSum = isDocument && others.length + 1 < row.length && isAmount(label);
		return isNamed && !isAcross && !isSum && label !== '' && !TOTAL.test(withoutMarks(label));
	});
	const records = entries.map((row) => {
		const cells = row.map((cell, at): NamedValue => [
			withoutMarks(header[at] ?? ''),
			withoutMarks(cell),
		]);
		return { ...firstTargets(row.join(' '), baseUrl), ...agreedFields(cells) };
	});
	return {
		pairs: sums.slice(sums.findLastIndex((sum) => sum.length === 0) + 1).flat(),
		lists: [
			{
				title,
				names: [nameKey(title)].filter(Boolean),
				columns: header.map((cell) => nameKey(withoutMarks(cell))).join('|'),
				records,
			},
		],
	};
}

/** Whether a label is that of an amount for the whole document ("VAT 19 %:"). */
const isAmount = (label: string): boolean =>
	factOf(nameKey(withoutMarks(label).replace(/\(?\d.{0,8}%\)?/u, '')))?.kind === 'amount';

/** The cells of a row; a backslash keeps the sign after it from parting cells. */
function splitRow(line: string): string[] {
	const inner = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
	const cells = inner.replaceAll('\\|', '\0').split('|');
	return cells.map((cell) => cell.trim().replaceAll('\0', '|'));
}

/** A label and a value as Markdown writes them; none when the label is too long or odd for one. */
export function labelled(label: string, value: string, baseUrl: string): NamedValue[] {
	const name = withoutMarks(label).replace(/:$/u, '');
	const text = withoutMarks(value);
	if (!LABEL.test(name) || text === '') return [];
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
