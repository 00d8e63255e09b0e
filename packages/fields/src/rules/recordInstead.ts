import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { someOf } from '../someOf.ts';
import { objectOf, type SchemaNode } from '../schema/schemaNode.ts';
import { fillFromPage } from './fill.ts';
import { nameKey } from '../names/names.ts';
import type { SourceData } from '../records/sourceData.ts';

/**
 * Says that a page has the fields of a list's entries itself, where a list was asked for and it has none:
 * more than half of them. The nodes for n8n know the sentence by its start (`nodes/shared/items/rows.ts`).
 * @param answer what the schema was filled with
 */
export function describeRecordInstead(
	schema: SchemaNode,
	source: SourceData,
	answer: JsonValue,
): string[] {
	const entry = entryOf(schema);
	if (entry === undefined || !isEmptyAnswer(answer)) return [];
	const record = fillFromPage(entry, source);
	if (!isJsonObject(record)) return [];
	const fields = Object.entries(record);
	const found = fields.filter(([, value]) => !isEmptyAnswer(value));
	if (found.length * 2 <= fields.length) return [];
	const names = found.map(([name]) => `'${name}'`).join(', ');
	return [
		`Found once, not in a list: ${names}. To get these, ask for one object: in n8n, choose One Record.`,
	];
}

/** More columns than a person compares. */
const MOST_COLUMNS = 20;

/** Says how the columns of the longest table are called, where a list was asked for and no table had most of its fields. */
export function describeColumns(
	schema: SchemaNode,
	{ lists }: SourceData,
	answer: JsonValue,
): string[] {
	if (entryOf(schema) === undefined || !isEmptyAnswer(answer)) return [];
	const tables = lists.filter(({ records, columns = '' }) => columns !== '' && records.length > 1);
	const [table] = tables.toSorted((a, b) => b.records.length - a.records.length);
	const known = new Set(table?.columns?.split('|'));
	const titles = Object.keys(table?.records[0] ?? {}).filter((title) => known.has(nameKey(title)));
	if (titles.length < 2) return [];
	const named = someOf(
		titles.map((title) => JSON.stringify(title)),
		MOST_COLUMNS,
	);
	return [
		`No table has most of these fields. The longest one has the columns ${named}. Name the fields after its columns.`,
	];
}

/** The entry of a schema that asks for one list of objects and nothing else. */
function entryOf(schema: SchemaNode): SchemaNode | undefined {
	const [only, ...others] = objectOf(schema)?.properties.values() ?? [];
	const [list] = others.length === 0 ? (only?.shapes ?? []) : [];
	return list?.kind === 'list' ? list.items : undefined;
}
