import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';

/** A value with no more entries in its lists than its schema allows (`maxItems`): the first ones. */
export function withinMostItems(value: JsonValue, schema: JsonValue | undefined): JsonValue {
	if (!isJsonObject(schema)) return value;
	if (Array.isArray(value)) {
		const { maxItems, items } = schema;
		const kept = typeof maxItems === 'number' ? value.slice(0, maxItems) : value;
		return kept.map((entry) => withinMostItems(entry, items));
	}
	if (!isJsonObject(value)) return value;
	const properties: JsonObject = isJsonObject(schema.properties) ? schema.properties : {};
	return Object.fromEntries(
		Object.entries(value).map(([name, one]) => [name, withinMostItems(one, properties[name])]),
	);
}
