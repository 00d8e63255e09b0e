import type { JsonObject, JsonValue } from '../../json.ts';
import { nameKey } from '../names.ts';
import type { Collection, DataRecord } from '../pageData.ts';
import { isKnownName } from '../synonyms.ts';
import type { FieldBag } from './fieldBag.ts';
import { addField, agreedValues } from './fieldBag.ts';
import { isLabel } from './labelLines.ts';

/** One cell: what it says and where it links. */
export interface TableCell {
	text: string;
	url?: string;
	image?: string;
}

/** A table as rows of cells, wherever it was read. */
export interface Table {
	/** Its caption or the heading above it; empty when there is none. */
	title: string;
	/** The header row; undefined when the table has none. */
	headers?: readonly string[];
	rows: readonly (readonly TableCell[])[];
}

/** What a table says: records by row, labels with values, or both when it cannot be told. */
export interface TableData {
	collection?: Collection;
	labels?: DataRecord;
}

/** Headers of tables that list labels and values. */
const LABEL_HEADERS = new Set([
	'',
	'attribute',
	'property',
	'field',
	'key',
	'label',
	'specification',
	'characteristic',
	'parameter',
	'feature',
	'merkmal',
	'eigenschaft',
]);

/** Reads a table as records and, when it has two columns of labels and values, as labels. */
export function readTable(table: Table): TableData {
	const names = table.title === '' ? [] : [nameKey(table.title)];
	if (holdsLabels(table)) {
		const bag: FieldBag = new Map();
		for (const [label, value] of labelRows(table))
			addField(bag, label.replace(/\s*:$/u, ''), value);
		return { labels: { names, fields: agreedValues(bag), isDeclared: false } };
	}
	const records = table.rows
		.filter((row) => isFilled(row))
		.map((row): DataRecord => ({
			names: [],
			fields: rowFields(row, table.headers ?? []),
			isDeclared: false,
		}))
		.filter((record) => Object.keys(record.fields).length > 0);
	if (records.length === 0) return {};
	return { collection: { names, records, ...(table.title !== '' && { title: table.title }) } };
}

/**
 * Two columns hold labels and values when there is no header, when the header says so, or when
 * several cells of the first column, the header's too, are names of known fields: Markdown has no
 * tables without a header, so the first label may stand in it.
 */
function holdsLabels(table: Table): boolean {
	const width = Math.max(0, ...table.rows.map((row) => row.length), table.headers?.length ?? 0);
	if (width !== 2) return false;
	const labels = table.rows.map((row) => row[0]?.text ?? '');
	if (table.headers === undefined) return labels.every((label) => label === '' || isLabel(label));
	const [first = '', second = ''] = table.headers;
	if (LABEL_HEADERS.has(nameKey(first))) return true;
	const known = [first, ...labels].filter((label) => isKnownName(nameKey(label)));
	return known.length >= 2 && !isKnownName(nameKey(second));
}

function labelRows(table: Table): [string, JsonValue][] {
	const [first = '', second = ''] = table.headers ?? [];
	const isHeaderALabel = !LABEL_HEADERS.has(nameKey(first));
	const rows = table.rows.map(([label, value]): [string, JsonValue] => [
		label?.text ?? '',
		cellValue(value),
	]);
	return isHeaderALabel ? [[first, second], ...rows] : rows;
}

/** Rows that span the table or only sum it up have few filled cells. */
function isFilled(row: readonly TableCell[]): boolean {
	return row.filter((cell) => cell.text !== '' || cell.image !== undefined).length > row.length / 2;
}

/** A row by its headers; the row's first link and picture under `url` and `image`. */
function rowFields(row: readonly TableCell[], headers: readonly string[]): JsonObject {
	const bag: FieldBag = new Map();
	for (const [index, cell] of row.entries()) addField(bag, headers[index] ?? '', cell.text);
	const url = row.find((cell) => cell.url !== undefined)?.url;
	const image = row.find((cell) => cell.image !== undefined)?.image;
	return {
		...(url !== undefined && { url }),
		...(image !== undefined && { image }),
		...agreedValues(bag),
	};
}

function cellValue(cell: TableCell | undefined): JsonValue {
	if (cell?.url === undefined || cell.url === cell.text) return cell?.text ?? '';
	return { name: cell.text, url: cell.url };
}
