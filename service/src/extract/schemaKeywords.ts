/** The types JSON Schema knows. */
export const SCHEMA_TYPES: readonly string[] = [
	'object',
	'array',
	'string',
	'number',
	'integer',
	'boolean',
	'null',
];

/** Keywords whose value is a text. */
export const TEXT_KEYWORDS: readonly string[] = ['title', 'description', 'format'];

/** Keywords whose value is a number. */
export const NUMBER_KEYWORDS: readonly string[] = [
	'minimum',
	'maximum',
	'exclusiveMinimum',
	'exclusiveMaximum',
	'multipleOf',
];

/** Keywords whose value is a whole number from 0 up. */
export const COUNT_KEYWORDS: readonly string[] = [
	'minLength',
	'maxLength',
	'minItems',
	'maxItems',
	'minProperties',
	'maxProperties',
];

/** Keywords whose value is true or false. */
export const FLAG_KEYWORDS: readonly string[] = ['nullable', 'uniqueItems'];

/** Lower bounds and the upper bounds they must not exceed. */
export const BOUND_PAIRS: readonly (readonly [string, string])[] = [
	['minimum', 'maximum'],
	['minLength', 'maxLength'],
	['minItems', 'maxItems'],
	['minProperties', 'maxProperties'],
];

/** Keywords that describe and change nothing: accepted, not passed on. */
export const SILENT_KEYWORDS: readonly string[] = [
	'$schema',
	'$id',
	'$comment',
	'$defs',
	'definitions',
	'default',
	'example',
	'examples',
	'deprecated',
	'readOnly',
	'writeOnly',
];

/**
 * Keywords the extraction follows. Everything else is ignored with a warning: `pattern` too,
 * because a hostile expression could hold up the whole service.
 */
export const FOLLOWED_KEYWORDS: ReadonlySet<string> = new Set([
	'type',
	'properties',
	'required',
	'items',
	'additionalProperties',
	'enum',
	'const',
	'anyOf',
	'oneOf',
	...TEXT_KEYWORDS,
	...NUMBER_KEYWORDS,
	...COUNT_KEYWORDS,
	...FLAG_KEYWORDS,
]);
