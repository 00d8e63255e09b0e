import { isRecord } from '../../transport/serviceBody';
import { InputError } from '../parameterValues';

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
	const slip = typeof selector === 'string' ? findSelectorSlip(selector) : 'it is not text';
	if (slip === undefined) return;
	throw new InputError(
		field,
		`has ${JSON.stringify(selector)} as CSS selector ${describePlace(path)}, and ${slip}`,
		'Enter a CSS selector such as .price. For an attribute, add @ and its name: a.photo@href.',
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
			'is not an object at the top level',
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

/** A JSON Schema, or a part of one, as plain data. */
export interface JsonSchema {
	type?: string | string[];
	description?: string;
	properties?: Record<string, JsonSchema>;
	required?: string[];
	items?: JsonSchema;
	[keyword: string]: unknown;
}

/** What may surround the parts of a selector, outermost first: texts, attributes, arguments. */
const TEXTS = /\\.|"[^"\\]*"|'[^'\\]*'/gu;
const ATTRIBUTES = /\[[^[\]]*\]/gu;
const ARGUMENTS = /\([^()]*\)/gu;
/** Selectors within selectors, such as `:not(:has(a))`. */
const DEEPEST = 8;

const SLIPS: ReadonlyArray<readonly [RegExp, string]> = [
	[/["'[\]()]/u, 'a quote or bracket is not closed'],
	[/[>+~]\s*(?:$|,)/u, 'it is incomplete'],
	[/^\s*(?:$|,)|,\s*(?:$|,)/u, 'a part of it is empty'],
	[/[.#](?:$|[\s.#>+~,:])/u, 'a class or an ID has no name'],
	[/[{}/$%!;]/u, 'it contains characters that are not allowed in a selector'],
];

/**
 * What is clearly wrong with a CSS selector, `@` and the name of an attribute behind it left aside. The
 * service, which reads it, knows more.
 */
function findSelectorSlip(selector: string): string | undefined {
	const css = selector.trim().replace(/(?<!\\)@[\p{L}_:][\p{L}\d_:.-]*$/u, '');
	if (css === '' && selector.trim() !== '') return undefined;
	let names = css.replace(TEXTS, 'x').replace(ATTRIBUTES, 'x');
	for (let depth = 0; depth < DEEPEST; depth++) names = names.replace(ARGUMENTS, 'x');
	return SLIPS.find(([slip]) => slip.test(names))?.[1];
}
