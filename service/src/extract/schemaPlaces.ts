import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** A part of a schema that is a schema itself, with its JSON Pointer below the parent. */
export interface SchemaPart {
	pointer: string;
	value: JsonValue;
}

/** Every schema directly inside a schema; keywords of the wrong shape have no parts. */
export function schemaParts(schema: JsonObject): SchemaPart[] {
	return [
		...propertyParts(schema),
		...listedParts(schema, 'anyOf'),
		...listedParts(schema, 'oneOf'),
		...singlePart(schema, 'items'),
		...singlePart(schema, 'additionalProperties'),
	];
}

/** The schema with each direct part replaced. */
export function replaceParts(
	schema: JsonObject,
	replace: (part: SchemaPart) => JsonValue,
): JsonObject {
	const replaced: JsonObject = { ...schema };
	const properties = schema['properties'];
	if (isJsonObject(properties)) {
		replaced['properties'] = Object.fromEntries(
			Object.entries(properties).map(([name, value]) => [
				name,
				replace({ pointer: `/properties${pointerStep(name)}`, value }),
			]),
		);
	}
	for (const keyword of ['anyOf', 'oneOf']) {
		if (Array.isArray(schema[keyword]))
			replaced[keyword] = listedParts(schema, keyword).map(replace);
	}
	for (const keyword of ['items', 'additionalProperties']) {
		for (const part of singlePart(schema, keyword)) replaced[keyword] = replace(part);
	}
	return replaced;
}

/** A name as one step of a JSON Pointer (RFC 6901: ~ and / are escaped). */
function pointerStep(name: string): string {
	return `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** A pointer for people: "At /properties/price" or "At the root". */
export function placeText(pointer: string): string {
	return pointer === '' ? 'At the root' : `At ${pointer}`;
}

function propertyParts(schema: JsonObject): SchemaPart[] {
	const properties = schema['properties'];
	if (!isJsonObject(properties)) return [];
	return Object.entries(properties).map(([name, value]) => ({
		pointer: `/properties${pointerStep(name)}`,
		value,
	}));
}

function listedParts(schema: JsonObject, keyword: string): SchemaPart[] {
	const listed = schema[keyword];
	if (!Array.isArray(listed)) return [];
	return listed.map((value, index) => ({ pointer: `/${keyword}/${index}`, value }));
}

/** A keyword that holds one schema; `true` and `false` are switches, not parts. */
function singlePart(schema: JsonObject, keyword: string): SchemaPart[] {
	const value = schema[keyword];
	if (value === undefined || typeof value === 'boolean') return [];
	return [{ pointer: `/${keyword}`, value }];
}
