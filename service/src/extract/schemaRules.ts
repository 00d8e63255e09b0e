import { Ajv, type ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { expandReferences, placeText, replaceParts, schemaParts } from './schemaParts.ts';

/** Reference, Limits: "Scrape schema: root type object; nesting depth 5; size 10KB". */
const SCHEMA_MAX_DEPTH = 5;
const SCHEMA_MAX_BYTES = 10 * 1024;

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const [TYPE, TEXT, NUMBER, COUNT, FLAG, PART, PARTS] = [
	{ enum: TYPES, description: `one of ${TYPES.join(', ')}` },
	{ type: 'string', description: 'a text' },
	{ type: 'number', description: 'a number' },
	{ type: 'integer', minimum: 0, description: 'a whole number from 0 up' },
	{ type: 'boolean', description: 'true or false' },
	{ $ref: '#' },
	{
		type: 'array',
		minItems: 1,
		items: { $ref: '#' },
		description: 'a list with at least one schema',
	},
];
const TYPE_LIST = { minItems: 1, items: TYPE, description: 'a list that names a type' };

/**
 * Keywords the extraction follows, and what each must be. Everything else is ignored with a warning:
 * `pattern` too, because a hostile expression could hold up the whole service.
 */
const KEYWORDS = {
	type: { if: { type: 'array' }, then: TYPE_LIST, else: TYPE },
	properties: {
		type: 'object',
		additionalProperties: PART,
		description: 'an object of named schemas',
	},
	required: { type: 'array', items: TEXT, description: 'a list of property names' },
	items: PART,
	additionalProperties: { if: { type: 'boolean' }, else: PART },
	enum: { type: 'array', minItems: 1, description: 'a list with at least one value' },
	const: {},
	anyOf: PARTS,
	oneOf: PARTS,
	...Object.fromEntries(['title', 'description', 'format'].map((name) => [name, TEXT])),
	...Object.fromEntries(
		'minimum maximum exclusiveMinimum exclusiveMaximum multipleOf'
			.split(' ')
			.map((name) => [name, NUMBER]),
	),
	...Object.fromEntries(
		'minLength maxLength minItems maxItems minProperties maxProperties'
			.split(' ')
			.map((name) => [name, COUNT]),
	),
	nullable: FLAG,
	uniqueItems: FLAG,
};

/** Keywords that describe and change nothing: accepted, not passed on. */
const SILENT_KEYWORDS = new Set(
	'$schema $id $comment $defs definitions default example examples deprecated readOnly writeOnly'.split(
		' ',
	),
);

const hasKnownForm = new Ajv({ allErrors: true, strict: false, verbose: true }).compile({
	type: 'object',
	properties: KEYWORDS,
	description: 'a schema object such as {"type": "string"}',
});

/** What is wrong with a schema, and what will be ignored in it. */
export interface SchemaFindings {
	/** Mistakes: the service answers 422 with this list. Empty when the schema can be used. */
	errors: string[];
	/** Keywords that are not supported and are ignored: the job's `schema_warnings`. */
	warnings: string[];
}

/**
 * Checks a client's JSON Schema and reports every mistake at once, each with its place as a JSON
 * Pointer. Nesting counts objects and lists: the root is level 1, a list of objects in it adds
 * two levels, plain values add none.
 */
export function checkSchema(schema: unknown): SchemaFindings {
	if (!isJsonObject(schema)) {
		return { errors: ['The schema must be a JSON object with "type": "object".'], warnings: [] };
	}
	const findings: SchemaFindings = { errors: rootErrors(schema), warnings: [] };
	const sizeBytes = Buffer.byteLength(JSON.stringify(schema));
	if (sizeBytes > SCHEMA_MAX_BYTES) {
		findings.errors.push(
			`The schema is ${sizeBytes} bytes of JSON; at most ${SCHEMA_MAX_BYTES} bytes (10 KB) are allowed.`,
		);
		return findings;
	}
	const expanded = expandReferences(schema);
	const formErrors = hasKnownForm(expanded.schema) ? [] : (hasKnownForm.errors ?? []);
	findings.errors.push(...expanded.errors, ...new Set(formErrors.flatMap(describe)));
	visit(expanded.schema, '', 0, findings);
	return findings;
}

/**
 * The schema as the extraction follows it: references replaced by what they name, every keyword
 * that is not supported removed. For a schema that passed `checkSchema`.
 */
export function prepareSchema(schema: JsonObject): JsonObject {
	return followedOnly(expandReferences(schema).schema);
}

function followedOnly(schema: JsonObject): JsonObject {
	const kept: JsonObject = Object.fromEntries(
		Object.entries(schema).filter(([keyword]) => Object.hasOwn(KEYWORDS, keyword)),
	);
	return replaceParts(kept, ({ value }): JsonValue =>
		isJsonObject(value) ? followedOnly(value) : value,
	);
}

function rootErrors(schema: JsonObject): string[] {
	if (schema['type'] === 'object') return [];
	const found =
		schema['type'] === undefined ? 'it is missing' : `found ${JSON.stringify(schema['type'])}`;
	return [`At the root: "type" must be "object"; ${found}.`];
}

function describe({ keyword, instancePath, parentSchema, data }: ErrorObject): string[] {
	// "if" only says that its other half has failed, which says so itself.
	if (keyword === 'if') return [];
	const expected = String(parentSchema?.['description']);
	return [`${placeText(instancePath)}: must be ${expected}; found ${JSON.stringify(data)}.`];
}

/** Finds what the form alone does not tell: depth, contradictions, and keywords that are ignored. */
function visit(
	part: JsonValue,
	pointer: string,
	outerLevel: number,
	findings: SchemaFindings,
): void {
	if (!isJsonObject(part)) return;
	const place = placeText(pointer);
	const level = outerLevel + (isContainer(part) ? 1 : 0);
	if (level > SCHEMA_MAX_DEPTH) {
		findings.errors.push(
			`${place}: lies ${level} levels deep; objects and lists may be nested ${SCHEMA_MAX_DEPTH} levels deep at most.`,
		);
		return;
	}
	findings.errors.push(...crossedBounds(part).map((problem) => `${place}: ${problem}`));
	findings.warnings.push(...ignored(part).map((warning) => `${place}: ${warning}`));
	for (const inner of schemaParts(part)) {
		visit(inner.value, pointer + inner.pointer, level, findings);
	}
}

function isContainer(schema: JsonObject): boolean {
	const types = [schema['type']].flat();
	return (
		types.includes('object') ||
		types.includes('array') ||
		schema['properties'] !== undefined ||
		schema['items'] !== undefined
	);
}

function crossedBounds(schema: JsonObject): string[] {
	return ['minimum', 'minLength', 'minItems', 'minProperties'].flatMap((lower) => {
		const upper = lower.replace('min', 'max');
		const [least, most] = [schema[lower], schema[upper]];
		if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
		return [`"${lower}" (${least}) is larger than "${upper}" (${most}).`];
	});
}

function ignored(schema: JsonObject): string[] {
	const { required, properties } = schema;
	const unknown = Object.keys(schema)
		.filter((keyword) => !Object.hasOwn(KEYWORDS, keyword) && !SILENT_KEYWORDS.has(keyword))
		.map((keyword) => `the keyword "${keyword}" is not supported and is ignored.`);
	if (!Array.isArray(required) || !isJsonObject(properties)) return unknown;
	const unnamed = required
		.filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name))
		.map((name) => `"required" names ${JSON.stringify(name)}, which is not among the properties.`);
	return [...unknown, ...unnamed];
}
