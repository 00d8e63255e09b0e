import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { FOLLOWED_KEYWORDS } from './schemaKeywords.ts';
import { replaceParts } from './schemaPlaces.ts';
import { expandReferences } from './schemaReferences.ts';

/**
 * The schema as the extraction follows it: references replaced by what they name, every keyword
 * that is not supported removed. For a schema that passed `checkSchema`.
 */
export function prepareSchema(schema: JsonObject): JsonObject {
	return followedOnly(expandReferences(schema).schema);
}

function followedOnly(schema: JsonObject): JsonObject {
	const kept: JsonObject = Object.fromEntries(
		Object.entries(schema).filter(([keyword]) => FOLLOWED_KEYWORDS.has(keyword)),
	);
	return replaceParts(kept, ({ value }): JsonValue =>
		isJsonObject(value) ? followedOnly(value) : value,
	);
}
