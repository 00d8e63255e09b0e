import { firstTargets, labelled, withoutMarks } from './markdownInline.ts';
import { nameKey, wordSet } from './names.ts';
import { agreedFields, plainRecord, type NamedValue, type RecordList } from './sourceData.ts';

/** Headers of tables that list labels and values. */
const LABEL_HEADERS = wordSet('attribute property field key label specification parameter feature');
/** Labels of rows that are no entries of their table. */
const TOTAL = /^(?:grand |sub-?)?total(?: amount| due)?:?$/iu;

/** What a table says: labels and values, or rows and what the last of them sum up. */
export interface TableData {
	pairs: NamedValue[];
	lists: RecordList[];
}

/**
 * Reads the lines of a GFM table. Two columns hold labels and values when the header is empty or says
 * so, or is such a pair itself: Markdown has no tables without a header.
 * @param title what the table stands under
 */
export function readTable(lines: readonly string[], title: string, baseUrl: string): TableData {
	const [header = [], , ...rows] = lines.map(splitRow);
	const [first = '', second = ''] = header;
	const isHeader = first === '' || LABEL_HEADERS.has(nameKey(withoutMarks(first)));
	if (header.length === 2 && (isHeader || /\d/u.test(second))) {
		const all = isHeader ? rows : [header, ...rows];
		const pairs = all.flatMap(([label = '', value = '']) => labelled(label, value, baseUrl));
		if (pairs.length === all.length) return { pairs, lists: [] };
	}
	const sums = rows.map((row) => {
		const [label = '', value = '', ...others] = row.filter((cell) => cell !== '');
		const isSum = row.length > 2 && others.length === 0 && /\d/u.test(value);
		return isSum ? labelled(label, value, baseUrl) : [];
	});
	// Rows that span the table or only sum it up have few filled cells.
	const entries = rows.filter((row) => {
		const filled = row.filter((cell) => cell !== '');
		return filled.length > row.length / 2 && !TOTAL.test(withoutMarks(filled[0] ?? ''));
	});
	const records = entries.map((row) => {
		const cells = row.map((cell, at) => [header[at] ?? '', cell].map(withoutMarks));
		const fields = agreedFields(cells.map(([name = '', value = '']) => [name, value]));
		return plainRecord({ ...firstTargets(row.join(' '), baseUrl), ...fields });
	});
	return {
		pairs: sums.slice(sums.findLastIndex((sum) => sum.length === 0) + 1).flat(),
		lists: [{ title, names: [nameKey(title)].filter(Boolean), records }],
	};
}

/** The cells of a row; a backslash keeps the sign after it from parting cells. */
function splitRow(line: string): string[] {
	const inner = line.trim().replace(/^\|/u, '').replace(/\|$/u, '');
	const cells = inner.replaceAll('\\|', '\0').split('|');
	return cells.map((cell) => cell.trim().replaceAll('\0', '|'));
}
