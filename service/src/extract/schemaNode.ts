import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';

/** What a plain value must be. `any` takes a value as the page publishes it. */
export type ScalarType = 'string' | 'number' | 'integer' | 'boolean' | 'any';

/** One of the forms a field's value may take. */
export type Shape =
	| { kind: 'object'; properties: ReadonlyMap<string, SchemaNode>; isOpen: boolean }
	| { kind: 'list'; items: SchemaNode }
	| { kind: 'scalar'; type: ScalarType; format?: string; allowed?: readonly JsonValue[] };

/** A schema read once, so that nobody else has to know JSON Schema's spellings. */
export interface SchemaNode {
	/** In the schema's order; the first that fits is used. */
	shapes: readonly Shape[];
	nullable: boolean;
	/** The field's title and description when they are as short as a name: further names for it. */
	otherNames: readonly string[];
}

/** A description of more words explains; one of at most this many names. */
const MAX_NAME_WORDS = 4;

/** Reads a prepared schema. */
export function readSchema(schema: JsonObject): SchemaNode {
	const alternatives = [schema['anyOf'], schema['oneOf']]
		.flatMap((list) => (Array.isArray(list) ? list : []))
		.filter(isJsonObject)
		.map(readSchema);
	const types = [schema['type'] ?? []].flat();
	const own = types.filter((type) => type !== 'null').flatMap((type) => shapesOf(type, schema));
	const inferred = own.length === 0 && alternatives.length === 0 ? [inferredShape(schema)] : own;
	return {
		shapes: [...inferred, ...alternatives.flatMap((alternative) => alternative.shapes)],
		nullable:
			schema['nullable'] === true ||
			types.includes('null') ||
			alternatives.some((alternative) => alternative.nullable),
		otherNames: [schema['title'], schema['description']].filter(isNameLike),
	};
}

/** What a field that was not found holds: an empty list, an object of empty fields, else null. */
export function emptyValue(node: SchemaNode): JsonValue {
	const [shape] = node.shapes;
	if (node.nullable || shape === undefined || shape.kind === 'scalar') return null;
	if (shape.kind === 'list') return [];
	return Object.fromEntries(
		[...shape.properties].map(([name, inner]) => [name, emptyValue(inner)]),
	);
}

function shapesOf(type: JsonValue, schema: JsonObject): Shape[] {
	if (type === 'object') return [objectShape(schema)];
	if (type === 'array') return [listShape(schema)];
	if (type === 'string' || type === 'number' || type === 'integer' || type === 'boolean') {
		return [scalarShape(type, schema)];
	}
	return [];
}

function inferredShape(schema: JsonObject): Shape {
	if (isJsonObject(schema['properties'])) return objectShape(schema);
	if (isJsonObject(schema['items'])) return listShape(schema);
	return scalarShape('any', schema);
}

function objectShape(schema: JsonObject): Shape {
	const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
	const nodes = Object.entries(properties).map(([name, inner]): [string, SchemaNode] => [
		name,
		readSchema(isJsonObject(inner) ? inner : {}),
	]);
	const { additionalProperties } = schema;
	const isOpen =
		isJsonObject(additionalProperties) ||
		(additionalProperties !== false && nodes.length === 0) ||
		additionalProperties === true;
	return { kind: 'object', properties: new Map(nodes), isOpen };
}

function listShape(schema: JsonObject): Shape {
	const items = schema['items'];
	return { kind: 'list', items: readSchema(isJsonObject(items) ? items : {}) };
}

function scalarShape(type: ScalarType, schema: JsonObject): Shape {
	const { format, const: only, enum: listed } = schema;
	return {
		kind: 'scalar',
		type,
		...(typeof format === 'string' && { format }),
		...(Array.isArray(listed) && { allowed: listed }),
		...(only !== undefined && { allowed: [only] }),
	};
}

function isNameLike(text: JsonValue | undefined): text is string {
	return typeof text === 'string' && text.trim().split(/\s+/u).length <= MAX_NAME_WORDS;
}
