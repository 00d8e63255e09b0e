import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../inputError';
import type { JsonSchema } from './jsonSchema';

function schemaOf(value: unknown): JsonSchema {
	if (Array.isArray(value)) {
		return value.length === 0
			? { type: 'array', items: { type: 'string' } }
			: { type: 'array', items: mergeSchemas(value.map(schemaOf)) };
	}
	if (isRecord(value)) {
		const entries = Object.entries(value).map(([name, inner]) => [name, schemaOf(inner)] as const);
		return { type: 'object', properties: Object.fromEntries(entries) };
	}
	if (typeof value === 'number') return { type: Number.isInteger(value) ? 'integer' : 'number' };
	if (typeof value === 'boolean') return { type: 'boolean' };
	return { type: 'string' };
}

/** One schema for several example rows: all their fields; unlike types become text. */
function mergeSchemas(schemas: readonly JsonSchema[]): JsonSchema {
	return schemas.reduce((merged, schema) => {
		if (merged.type === 'object' && schema.type === 'object') {
			return { type: 'object', properties: mergeProperties(merged, schema) };
		}
		if (merged.type === schema.type) return merged;
		const types = [merged.type, schema.type];
		return types.every((type) => type === 'integer' || type === 'number')
			? { type: 'number' }
			: { type: 'string' };
	});
}

function mergeProperties(first: JsonSchema, second: JsonSchema): Record<string, JsonSchema> {
	const merged = new Map(Object.entries(first.properties ?? {}));
	for (const [name, schema] of Object.entries(second.properties ?? {})) {
		const known = merged.get(name);
		merged.set(name, known ? mergeSchemas([known, schema]) : schema);
	}
	return Object.fromEntries(merged);
}

/**
 * The schema of an example answer. A list of example rows becomes an object with the list in
 * `items`, because the root must be an object (reference, POST /scrape).
 * @throws InputError when the example is neither an object nor a list
 */
export function schemaFromExample(example: unknown, field: string): JsonSchema {
	if (Array.isArray(example)) return { type: 'object', properties: { items: schemaOf(example) } };
	if (isRecord(example)) return schemaOf(example);
	throw new InputError(
		field,
		'is not an object or a list',
		'Enter an example of the answer you want, e.g. {"title": "Desk lamp", "price": 24.9}.',
	);
}
