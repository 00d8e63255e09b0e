import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../parameterValues';
import type { JsonSchema } from './checkSchema';

/** What examples show of a value. `null` and an empty list leave open what else may stand there. */
interface Shape {
	/** Undefined while only `null` was seen. */
	type?: 'array' | 'boolean' | 'integer' | 'number' | 'object' | 'string';
	isNullable?: true;
	properties?: ReadonlyMap<string, Shape>;
	/** Undefined for a list that was empty everywhere. */
	items?: Shape;
}

function shapeOf(value: unknown): Shape {
	if (value === null) return { isNullable: true };
	if (Array.isArray(value)) {
		const items = mergeAll(value.map(shapeOf));
		return { type: 'array', ...(items && { items }) };
	}
	if (isRecord(value)) {
		const properties = Object.entries(value).map(
			([name, inner]) => [name, shapeOf(inner)] as const,
		);
		return { type: 'object', properties: new Map(properties) };
	}
	if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
	return { type: typeof value === 'boolean' ? 'boolean' : 'string' };
}

function mergeAll(shapes: ReadonlyArray<Shape | undefined>): Shape | undefined {
	return shapes.reduce(
		(merged, shape) => (merged && shape ? merge(merged, shape) : (merged ?? shape)),
		undefined,
	);
}

/** One shape for several examples: all their fields; unlike types become text. */
function merge(first: Shape, second: Shape): Shape {
	const isNullable = first.isNullable === true || second.isNullable === true;
	return { ...mergeTypes(first, second), ...(isNullable && { isNullable }) };
}

function mergeTypes(first: Shape, second: Shape): Shape {
	if (first.type === undefined) return second;
	if (second.type === undefined) return first;
	if (first.type === 'object' && second.type === 'object') {
		return { type: 'object', properties: mergeProperties(first, second) };
	}
	if (first.type === 'array' && second.type === 'array') {
		const items = mergeAll([first.items, second.items]);
		return { type: 'array', ...(items && { items }) };
	}
	if (first.type === second.type) return first;
	const areNumbers = [first.type, second.type].every(
		(type) => type === 'integer' || type === 'number',
	);
	return { type: areNumbers ? 'number' : 'string' };
}

function mergeProperties(first: Shape, second: Shape): Map<string, Shape> {
	const merged = new Map(first.properties);
	for (const [name, shape] of second.properties ?? []) {
		const known = merged.get(name);
		merged.set(name, known ? merge(known, shape) : shape);
	}
	return merged;
}

function toSchema({ type = 'string', isNullable, properties, items }: Shape): JsonSchema {
	const entries = [...(properties ?? [])].map(([name, inner]) => [name, toSchema(inner)] as const);
	return {
		type: isNullable ? [type, 'null'] : type,
		...(type === 'object' && { properties: Object.fromEntries(entries) }),
		...(type === 'array' && { items: toSchema(items ?? {}) }),
	};
}

/**
 * The schema of an example answer. A list of example rows becomes an object with the list in
 * `items`, because the root must be an object (`api/openapi.yaml`, POST /scrape). A field that is `null`
 * somewhere may be null.
 * @throws InputError when the example is neither an object nor a list
 */
export function schemaFromExample(example: unknown, field: string): JsonSchema {
	if (Array.isArray(example)) {
		return { type: 'object', properties: { items: toSchema(shapeOf(example)) } };
	}
	if (isRecord(example)) return toSchema(shapeOf(example));
	throw new InputError(
		field,
		'is not an object or a list',
		'Enter an example of the answer you want, e.g. {"title": "Desk lamp", "price": 24.9}.',
	);
}
