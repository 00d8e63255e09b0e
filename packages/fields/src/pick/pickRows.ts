import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';

const LONGEST_SHOWN = 400;

/** The rows of an answer, with the fields of the page in each, as the nodes give them. */
export function rowsOf(answer: JsonObject, isList: boolean): JsonObject[] {
	if (!isList) return [answer];
	const isRows = (value: JsonValue): value is JsonValue[] => Array.isArray(value);
	const fields = Object.entries(answer);
	const ofPage = Object.fromEntries(fields.filter(([, value]) => !isRows(value)));
	const list = fields.flatMap(([, value]) => (isRows(value) ? value : []));
	return list.filter(isJsonObject).map((entry) => ({ ...ofPage, ...entry }));
}

/** Rows to look at: of long texts the beginning. */
export function shortRows(rows: readonly JsonObject[]): JsonObject[] {
	const shorten = (value: JsonValue): JsonValue =>
		typeof value === 'string' && value.length > LONGEST_SHOWN
			? `${value.slice(0, LONGEST_SHOWN)}…`
			: value;
	return rows.map((row) =>
		Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shorten(value)])),
	);
}
