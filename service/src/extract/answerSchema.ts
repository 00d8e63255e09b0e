import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { replaceParts } from './schemaPlaces.ts';

/**
 * The schema an answer is held to: every field is present, and null where the page does not have
 * it; no other fields. This is also the form that strict structured output asks for
 * (all fields required, `additionalProperties: false`, alternatives as `anyOf`).
 */
export function answerSchemaOf(prepared: JsonObject): JsonObject {
	const { nullable: _nullable, oneOf, ...schema } = prepared;
	const alternatives = oneOf !== undefined && schema['anyOf'] === undefined ? { anyOf: oneOf } : {};
	const parts = replaceParts({ ...schema, ...alternatives }, ({ pointer, value }) => {
		if (!isJsonObject(value)) return value;
		const inner = answerSchemaOf(value);
		return pointer.startsWith('/properties/') ? orNull(inner) : withNullKept(inner, value);
	});
	return closed(parts);
}

/** True when no object in the schema may have further fields: what strict output needs. */
export function isClosedSchema(schema: JsonObject): boolean {
	const isObject = [schema['type']].flat().includes('object');
	if (isObject && schema['additionalProperties'] !== false) return false;
	return Object.values(schema).every((value) => isClosedPart(value));
}

function isClosedPart(value: JsonValue): boolean {
	if (Array.isArray(value)) return value.every(isClosedPart);
	return isJsonObject(value) ? isClosedSchema(value) : true;
}

function closed(schema: JsonObject): JsonObject {
	const { properties } = schema;
	if (!isJsonObject(properties)) return schema;
	return {
		...schema,
		required: Object.keys(properties),
		additionalProperties: schema['additionalProperties'] ?? false,
	};
}

function withNullKept(inner: JsonObject, source: JsonObject): JsonObject {
	return source['nullable'] === true ? orNull(inner) : inner;
}

function orNull(schema: JsonObject): JsonObject {
	const { type, enum: values, const: only, anyOf } = schema;
	if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
	if (type === undefined && values === undefined && only === undefined) return schema;
	const { const: _only, ...rest } = schema;
	const listed = only === undefined ? values : [only];
	return {
		...rest,
		...(type !== undefined && { type: including([type].flat(), 'null') }),
		...(Array.isArray(listed) && { enum: including(listed, null) }),
	};
}

function including(values: JsonValue[], value: JsonValue): JsonValue[] {
	return values.includes(value) ? values : [...values, value];
}
