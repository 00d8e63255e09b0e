import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../parameterValues';
import type { JsonSchema } from './checkSchema';

function typeOf(value: unknown): string {
	if (Array.isArray(value)) return 'array';
	if (Number.isInteger(value)) return 'integer';
	return ['boolean', 'number', 'object'].includes(typeof value) ? typeof value : 'string';
}

/** One type for several; unlike ones become text, and so does what is not known. */
function commonType(types: ReadonlySet<string>): string {
	const [type = 'string', ...others] = types;
	if (others.length === 0) return type;
	return [...types].every((one) => one === 'integer' || one === 'number') ? 'number' : 'string';
}

/** The values that objects have for each of their names. */
function groupByName(objects: readonly unknown[]): Map<string, unknown[]> {
	const groups = new Map<string, unknown[]>();
	for (const [name, value] of objects.filter(isRecord).flatMap(Object.entries<unknown>)) {
		const group = groups.get(name);
		if (group) group.push(value);
		else groups.set(name, [value]);
	}
	return groups;
}

/** The schema of all examples that are given for one place. `null` leaves open what else may be there. */
function schemaOf(examples: readonly unknown[]): JsonSchema {
	const values = examples.filter((value) => value !== null);
	const type = commonType(new Set(values.map(typeOf)));
	const properties = () =>
		[...groupByName(values)].map(([name, group]) => [name, schemaOf(group)] as const);
	return {
		type: values.length < examples.length ? [type, 'null'] : type,
		...(type === 'object' && { properties: Object.fromEntries(properties()) }),
		...(type === 'array' && { items: schemaOf(values.flat()) }),
	};
}

/**
 * The schema of an example answer. A list of example rows becomes an object with the list in
 * `items`, because the root must be an object (`api/openapi.yaml`, POST /scrape). A field that is `null`
 * somewhere may be null.
 * @throws InputError when the example is neither an object nor a list
 */
export function schemaFromExample(example: unknown, field: string): JsonSchema {
	if (Array.isArray(example)) return { type: 'object', properties: { items: schemaOf([example]) } };
	if (isRecord(example)) return schemaOf([example]);
	throw new InputError(
		field,
		'is not an object or a list',
		'Enter an example of the answer you want, e.g. {"title": "Desk lamp", "price": 24.9}.',
	);
}
