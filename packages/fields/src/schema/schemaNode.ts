import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { SELECTOR } from './schema.ts';

/** One of the forms a field's value may take; `any` takes a plain value as the page publishes it. */
export type Shape =
	| { kind: 'object'; properties: ReadonlyMap<string, SchemaNode>; isOpen: boolean }
	| { kind: 'list'; items: SchemaNode }
	| {
			kind: 'scalar';
			type: 'string' | 'number' | 'integer' | 'boolean' | 'any';
			format?: string;
			allowed?: readonly JsonValue[];
	  };

export type ObjectShape = Extract<Shape, { kind: 'object' }>;
export type ListShape = Extract<Shape, { kind: 'list' }>;
export type ScalarShape = Extract<Shape, { kind: 'scalar' }>;

/** A parsed schema, so that nothing else has to know JSON Schema's notations. */
export interface SchemaNode {
	/** In the schema's order; the first that fits is used. */
	shapes: readonly Shape[];
	nullable: boolean;
	/** The field's title and description when they are as short as a name: further names for it. */
	otherNames: readonly string[];
	/** Where the field is on a page: a CSS selector, as the schema states it. */
	selector?: string;
}

/** A longer description explains; one of at most this many words is a name. */
const MOST_NAME_WORDS = 4;

/** Reads a schema that `checkSchema` has prepared. */
export function readSchema(schema: JsonObject): SchemaNode {
	const { type, anyOf = [], oneOf = [], nullable, title, description } = schema;
	const alternatives = [anyOf, oneOf].flat().filter(isJsonObject).map(readSchema);
	const types = [type ?? []].flat();
	const own = types.flatMap((name) => readShape(name, schema) ?? []);
	if (own.length === 0 && alternatives.length === 0) own.push(inferShape(schema));
	const { [SELECTOR]: given } = schema;
	const selector = [given, ...alternatives.map((inner) => inner.selector)].find(
		(text) => typeof text === 'string',
	);
	return {
		...(selector !== undefined && { selector }),
		shapes: [...own, ...alternatives.flatMap((alternative) => alternative.shapes)],
		nullable:
			nullable === true ||
			types.includes('null') ||
			alternatives.some((alternative) => alternative.nullable),
		otherNames: [title, description]
			.filter((text) => typeof text === 'string')
			.filter((text) => text.trim().split(/\s+/u).length <= MOST_NAME_WORDS),
	};
}

/** The form of a field as an object, if it has one. */
export const objectOf = ({ shapes }: SchemaNode): ObjectShape | undefined =>
	shapes.find((shape) => shape.kind === 'object');

/** What the entries of a field are, if it may be a list. */
export const itemOf = ({ shapes }: SchemaNode): SchemaNode | undefined =>
	shapes.find((shape) => shape.kind === 'list')?.items;

/** The fields and the entries directly in a field. */
export const innerNodes = ({ shapes }: SchemaNode): SchemaNode[] =>
	shapes.flatMap((shape) => {
		if (shape.kind === 'list') return [shape.items];
		return shape.kind === 'object' ? [...shape.properties.values()] : [];
	});

/** The value of a field that was not found: an empty list, an object of empty fields, else null. */
export function emptyValue({ nullable, shapes: [shape] }: SchemaNode): JsonValue {
	if (nullable || shape === undefined || shape.kind === 'scalar') return null;
	if (shape.kind === 'list') return [];
	const fields = [...shape.properties].map(([name, inner]) => [name, emptyValue(inner)] as const);
	return Object.fromEntries(fields);
}

function readShape(type: JsonValue, schema: JsonObject): Shape | undefined {
	const { properties, items, additionalProperties, format, const: only, enum: listed } = schema;
	switch (type) {
		case 'object': {
			const named = Object.entries(isJsonObject(properties) ? properties : {});
			const nodes = named.map(([name, inner]) => [name, readInner(inner)] as const);
			// An object without defined fields may have any.
			const isOpen = (additionalProperties ?? named.length === 0) !== false;
			return { kind: 'object', properties: new Map(nodes), isOpen };
		}
		case 'array':
			return { kind: 'list', items: readInner(items) };
		case 'string':
		case 'number':
		case 'integer':
		case 'boolean':
		case 'any': {
			const allowed = only === undefined ? listed : [only];
			return {
				kind: 'scalar',
				type,
				...(typeof format === 'string' && { format }),
				...(Array.isArray(allowed) && { allowed }),
			};
		}
		default:
			return undefined;
	}
}

const readInner = (schema?: JsonValue): SchemaNode =>
	readSchema(isJsonObject(schema) ? schema : {});

function inferShape(schema: JsonObject): Shape {
	const { properties, items } = schema;
	const type = isJsonObject(properties) ? 'object' : isJsonObject(items) ? 'array' : 'any';
	return readShape(type, schema) ?? { kind: 'scalar', type: 'any' };
}
