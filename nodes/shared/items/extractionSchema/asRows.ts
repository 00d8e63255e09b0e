import { checkSchema, type JsonSchema } from './checkSchema';

/** Name of the list of rows, where the fields name none. */
const LIST_NAME = 'items';

function isListOfObjects({ type, items }: JsonSchema): boolean {
	return [type].flat().includes('array') && [items?.type].flat().includes('object');
}

/** The parts of a schema that belong to its root, wherever its fields are. */
const OF_ROOT = new Set(['$schema', '$id', '$defs', 'definitions', 'description', 'title']);

/**
 * The schema of rows: an object with one list of objects. Fields that contain just one list of objects,
 * `invoiceNumber, lines[].quantity`, are that already: its entries are the rows, and the fields beside it
 * are the same for all of them. All others are the fields of each row.
 * @throws InputError when the list is too deep or too large for the service
 */
export function asRows(schema: JsonSchema, field: string): JsonSchema {
	const lists = Object.values(schema.properties ?? {}).filter(isListOfObjects);
	if (lists.length === 1) return schema;
	const parts = Object.entries(schema);
	const items = Object.fromEntries(parts.filter(([name]) => !OF_ROOT.has(name)));
	return checkSchema(
		{
			...Object.fromEntries(parts.filter(([name]) => OF_ROOT.has(name))),
			type: 'object',
			properties: { [LIST_NAME]: { type: 'array', items } },
		},
		field,
	);
}

/** The names of the fields of a schema as columns: those of rows, and those beside their list. */
export function columnsOf({ properties = {} }: JsonSchema): string[] {
	return Object.entries(properties).flatMap(([name, inner]) =>
		isListOfObjects(inner) ? Object.keys(inner.items?.properties ?? {}) : name,
	);
}

/** What the service says of fields, in the names that they were asked for: without that of the list they were put in. */
export const inAskedNames = (text: string): string => text.replaceAll(`'${LIST_NAME}.`, "'");
