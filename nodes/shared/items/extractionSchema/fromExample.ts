import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../parameterValues';
import { groupBy } from '../records';
import type { JsonSchema } from './checkSchema';
import { orNull, TYPES } from './fromFields';

const ISO_DATE = /^\d{4}-\d{2}-\d{2}$/;

/** The type of a value as the field table calls it, or what it contains others in. */
function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'list';
	if (isRecord(value)) return 'object';
	if (typeof value === 'string') return ISO_DATE.test(value) ? 'date' : 'text';
	return TYPES.has(typeof value) ? typeof value : 'text';
}

/**
 * The schema of all examples that are given for one place: that of the field table with the same names
 * and types. Unlike types become text, and so does what is not known.
 */
function schemaOf(examples: readonly unknown[], isEntry = false): JsonSchema {
	const values = examples.filter((value) => value !== null);
	const hasNull = values.length < examples.length;
	const types = new Set(values.map(typeOf));
	const type = types.size === 1 ? [...types][0] : 'text';
	if (type === 'list') {
		return { type: hasNull ? ['array', 'null'] : 'array', items: schemaOf(values.flat(), true) };
	}
	if (type === 'object') {
		const named = values.filter(isRecord).flatMap(Object.entries<unknown>);
		const properties = groupBy(named, ([name]) => name).map((group) => [
			group[0][0],
			schemaOf(group.map(([, value]) => value)),
		]);
		return {
			type: hasNull ? ['object', 'null'] : 'object',
			properties: Object.fromEntries(properties),
		};
	}
	const value = TYPES.get(type ?? 'text') ?? {};
	return isEntry && !hasNull ? { ...value } : orNull(value);
}

/**
 * The schema of an example, of one entry or of a list of entries. Names and types count, not the values.
 * @throws InputError when it has no names
 */
export function schemaFromExample(example: unknown, field: string): JsonSchema {
	const entries = Array.isArray(example) ? example : [example];
	const schema = entries.every(isRecord) && schemaOf(entries);
	if (schema && Object.keys(schema.properties ?? {}).length > 0) return schema;
	throw new InputError(
		field,
		'is not an object with names and values',
		'Enter an example of what you want, e.g. {"title": "Desk lamp", "price": 24.9}.',
	);
}
