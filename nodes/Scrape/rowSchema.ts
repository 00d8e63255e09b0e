import { checkSchema, type JsonSchema } from '../shared/items/extractionSchema/checkSchema';

/** Name of the list that is made when rows are wanted of fields that form none. */
const LIST_NAME = 'items';

function isListOfObjects({ type, items }: JsonSchema): boolean {
	return [type].flat().includes('array') && [items?.type].flat().includes('object');
}

/** Whether a schema asks for nothing but one list of objects: its rows are what is meant. */
export function isSingleList({ properties = {} }: JsonSchema): boolean {
	const all = Object.values(properties);
	return all.length === 1 && all.every(isListOfObjects);
}

function hasList(schema: JsonSchema): boolean {
	return isListOfObjects(schema) || Object.values(schema.properties ?? {}).some(hasList);
}

/**
 * The schema of rows: as it is when it asks for a list of objects somewhere, else a list of what it
 * asks for.
 * @throws InputError when the list is too deep or too large for the service
 */
export function asRowSchema(schema: JsonSchema): JsonSchema {
	if (hasList(schema)) return schema;
	const { description, ...entry } = schema;
	return checkSchema(
		{
			type: 'object',
			...(description !== undefined && { description }),
			properties: { [LIST_NAME]: { type: 'array', items: entry } },
		},
		'Schema',
	);
}
