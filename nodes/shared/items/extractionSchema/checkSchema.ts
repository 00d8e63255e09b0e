import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../inputError';
import { findSelectorSlip } from './cssSelector';
import type { JsonSchema } from './jsonSchema';

/** `api/openapi.yaml`, ScrapeRequest.schema: the root is an object, at most 5 levels deep and 10 KB long. */
const MAX_DEPTH = 5;
const MAX_BYTES = 10 * 1024;

function describePlace(path: readonly string[]): string {
	return path.length === 0 ? 'at its root' : `at '${path.join('.')}'`;
}

function isContainer(schema: Record<string, unknown>): boolean {
	const types = [schema.type].flat();
	return (
		types.includes('object') ||
		types.includes('array') ||
		schema.properties !== undefined ||
		schema.items !== undefined
	);
}

/** The schemas below one, with the words that lead to them. */
function innerSchemas(schema: Record<string, unknown>): Array<[string, unknown]> {
	const properties = isRecord(schema.properties) ? Object.entries(schema.properties) : [];
	return schema.items === undefined ? properties : [...properties, ['[]', schema.items]];
}

function checkLevels(
	schema: unknown,
	path: readonly string[],
	outerLevel: number,
	field: string,
): void {
	if (!isRecord(schema)) {
		throw new InputError(
			field,
			`has ${JSON.stringify(schema)} ${describePlace(path)}`,
			'Describe every field by an object such as {"type": "string"}.',
		);
	}
	checkSelector(schema['x-selector'], path, field);
	const level = outerLevel + (isContainer(schema) ? 1 : 0);
	if (level > MAX_DEPTH) {
		throw new InputError(
			field,
			`is nested deeper than ${MAX_DEPTH} levels ${describePlace(path)}`,
			'Objects and lists count as levels. Flatten the schema, or extract the inner part in a second step.',
		);
	}
	for (const [name, inner] of innerSchemas(schema)) {
		checkLevels(inner, [...path, name], level, field);
	}
}

function checkSelector(selector: unknown, path: readonly string[], field: string): void {
	if (selector === undefined) return;
	const slip = typeof selector === 'string' ? findSelectorSlip(selector) : 'it is no text';
	if (slip === undefined) return;
	throw new InputError(
		field,
		`has ${JSON.stringify(selector)} as CSS selector ${describePlace(path)}, and ${slip}`,
		'Enter a CSS selector such as .price, with @ and a name for an attribute: a.photo@href.',
	);
}

/**
 * Checks a schema against the limits of the service before anything is sent.
 * @throws InputError naming the place and the fix
 */
export function checkSchema(schema: unknown, field: string): JsonSchema {
	if (!isRecord(schema) || schema.type !== 'object') {
		throw new InputError(
			field,
			'has no object at its root',
			'The outermost "type" must be "object". To get a list, put it into a property: {"type": "object", "properties": {"items": {"type": "array", …}}}.',
		);
	}
	const bytes = new TextEncoder().encode(JSON.stringify(schema)).length;
	if (bytes > MAX_BYTES) {
		throw new InputError(
			field,
			`is ${Math.ceil(bytes / 1024)} KB of JSON`,
			`Shorten it to ${MAX_BYTES / 1024} KB: fewer fields, or shorter descriptions.`,
		);
	}
	checkLevels(schema, [], 0, field);
	return schema;
}
