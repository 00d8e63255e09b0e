import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import type { SchemaNode } from '../schema/schemaNode.ts';
import { fillFromPage } from './fill.ts';
import type { SourceData } from './sourceData.ts';

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

/** The entry of a schema that asks for one list of objects and nothing else. */
function entryOf({ shapes }: SchemaNode): SchemaNode | undefined {
	const shape = shapes.find(({ kind }) => kind === 'object');
	if (shape?.kind !== 'object' || shape.properties.size !== 1) return undefined;
	const [list] = [...shape.properties.values()].flatMap((node) => node.shapes);
	return list?.kind === 'list' ? list.items : undefined;
}
