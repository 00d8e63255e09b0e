import { defuseCell } from './csvCells.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** An answer as CSV (RFC 4180): a line per entry of its list, or one line when it has none. */
export function toCsv(answer: JsonValue): string {
	const rows = rowsOf(answer);
	const columns = columnsOf(rows);
	const lines = rows.map((row) => columns.map((column) => csvCell(row[column] ?? null)));
	return [columns.map(csvCell), ...lines].map((cells) => cells.join(',')).join('\n');
}

/** An answer as Markdown: a table when it holds a list of entries, else a list of its fields. */
export function toMarkdown(answer: JsonValue): string {
	const rows = rowsOf(answer);
	const columns = columnsOf(rows);
	const [only, ...others] = rows;
	if (only !== undefined && others.length === 0) {
		return columns.map((column) => `- **${column}:** ${cellText(only[column] ?? null)}`).join('\n');
	}
	const lines = rows.map((row) => columns.map((column) => tableCell(row[column] ?? null)));
	return [columns, columns.map(() => '---'), ...lines]
		.map((cells) => `| ${cells.join(' | ')} |`)
		.join('\n');
}

/** The entries of an answer that is a list or holds nothing but one; else the answer alone. */
function rowsOf(answer: JsonValue): JsonObject[] {
	const values = isJsonObject(answer) ? Object.values(answer) : [answer];
	const [list] = values;
	if (values.length === 1 && Array.isArray(list) && list.every(isJsonObject)) return list;
	return isJsonObject(answer) ? [answer] : [{ value: answer }];
}

function columnsOf(rows: readonly JsonObject[]): string[] {
	return [...new Set(rows.flatMap(Object.keys))];
}

function csvCell(value: JsonValue): string {
	const text = defuseCell(cellText(value));
	return /[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function tableCell(value: JsonValue): string {
	return cellText(value).replaceAll('|', '\\|').replace(/\s+/gu, ' ');
}

function cellText(value: JsonValue): string {
	if (value === null) return '';
	if (Array.isArray(value)) return value.map(cellText).join('; ');
	return isJsonObject(value) ? JSON.stringify(value) : String(value);
}
