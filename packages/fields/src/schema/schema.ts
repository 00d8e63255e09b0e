import { Ajv, type ErrorObject } from 'ajv';
import { atFirstUse } from '../atFirstUse.ts';
import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';

/** Limits of a schema (api/openapi.yaml, ExtractionSchema): levels of nesting, and bytes of its JSON. */
const MOST_LEVELS = 5;
const MOST_BYTES = 10 * 1024;
/**
 * Parts that may result when references are replaced by their targets. A schema of 10 KB whose
 * definitions reference each other can expand without bound.
 */
const MOST_PARTS = 2_000;

/** The keyword with a field's CSS selector; see `pinned/`. */
export const SELECTOR = 'x-selector';

const TYPES = ['object', 'array', 'string', 'number', 'integer', 'boolean', 'null'];
const TYPE = { enum: TYPES, description: `one of ${TYPES.join(', ')}` };
const TYPE_LIST = { minItems: 1, items: TYPE, description: 'a list of at least one type' };
const TEXT = { type: 'string', description: 'a text' };
const NUMBER = { type: 'number', description: 'a number' };
const STEP = { type: 'number', exclusiveMinimum: 0, description: 'a number above 0' };
const COUNT = { type: 'integer', minimum: 0, description: 'a whole number, 0 or more' };
const FLAG = { type: 'boolean', description: 'true or false' };
const PART = { $ref: '#' };
const PARTS = {
	type: 'array',
	minItems: 1,
	items: PART,
	description: 'a list with at least one schema',
};

/**
 * Keywords the extraction follows, and the type of each. Everything else is ignored with a warning,
 * including `pattern`, because a hostile expression could block the whole service.
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
	[SELECTOR]: {},
	anyOf: PARTS,
	oneOf: PARTS,
	...keywords('title description format', TEXT),
	...keywords('minimum maximum exclusiveMinimum exclusiveMaximum', NUMBER),
	multipleOf: STEP,
	...keywords('minLength maxLength minItems maxItems minProperties maxProperties', COUNT),
	...keywords('nullable uniqueItems', FLAG),
};

/** Keywords that only describe, or that references lead to: accepted, not passed on. */
const SILENT_KEYWORDS =
	'$schema $id $comment $defs definitions default example examples deprecated readOnly writeOnly';
const KNOWN_KEYWORDS = new Set([...Object.keys(KEYWORDS), ...SILENT_KEYWORDS.split(' ')]);

function keywords(names: string, form: object): Record<string, object> {
	return Object.fromEntries(names.split(' ').map((name) => [name, form]));
}

const formOfSchemas = atFirstUse(() =>
	new Ajv({ allErrors: true, strict: false, verbose: true }).compile({
		type: 'object',
		properties: KEYWORDS,
		description: 'a schema object such as {"type": "string"}',
	}),
);

/** A client's schema, checked. */
export interface CheckedSchema {
	/** Mistakes: the service answers 422 with this list. Empty when the schema can be used. */
	errors: string[];
	/** Keywords that are not supported and are ignored: the job's `schema_warnings`. */
	warnings: string[];
	/** As the extraction follows it: references replaced by their targets, other keywords left out. */
	schema: JsonObject;
}

interface Reading extends Pick<CheckedSchema, 'errors' | 'warnings'> {
	root: JsonObject;
	parts: number;
}

/** Where in the schema, with its references followed, a part is. */
interface Place {
	pointer: string;
	/** How many objects and lists surround it. */
	level: number;
	/** References that led here. */
	followed: readonly string[];
}

/**
 * Checks a client's JSON Schema and reports every mistake at once, each with its place as a JSON
 * Pointer. Nesting counts objects and lists: the root is level 1, a list of objects in it adds
 * two levels, plain values add none.
 */
export function checkSchema(root: unknown): CheckedSchema {
	if (!isJsonObject(root)) {
		const error = 'The schema must be a JSON object with "type": "object".';
		return { errors: [error], warnings: [], schema: {} };
	}
	const reading: Reading = { root, parts: 0, errors: [], warnings: [] };
	const { errors, warnings } = reading;
	const { type } = root;
	if (type !== 'object') {
		const found = type === undefined ? 'it is missing' : `found ${JSON.stringify(type)}`;
		errors.push(`At the root: "type" must be "object"; ${found}.`);
	}
	const bytes = Buffer.byteLength(JSON.stringify(root));
	if (bytes > MOST_BYTES) {
		errors.push(
			`The schema is ${bytes} bytes of JSON; at most ${MOST_BYTES} bytes (10 KB) are allowed.`,
		);
		return { errors, warnings, schema: root };
	}
	const read = readPart(root, { pointer: '', level: 0, followed: [] }, reading);
	if (reading.parts > MOST_PARTS) {
		errors.push(
			`The schema has more than ${MOST_PARTS} parts once its references are followed. Name fewer definitions.`,
		);
	}
	const hasKnownForm = formOfSchemas();
	const formErrors = hasKnownForm(read) ? [] : (hasKnownForm.errors ?? []);
	errors.push(...new Set(formErrors.flatMap(describeForm)));
	return { errors, warnings, schema: isJsonObject(read) ? read : {} };
}

function readPart(part: JsonValue, place: Place, reading: Reading): JsonValue {
	reading.parts += 1;
	if (!isJsonObject(part) || reading.parts > MOST_PARTS) return part;
	if (typeof part['$ref'] === 'string') return follow(part['$ref'], part, place, reading);
	const at = placeText(place.pointer);
	const level = place.level + (isContainer(part) ? 1 : 0);
	if (level > MOST_LEVELS) {
		reading.errors.push(
			`${at}: is ${level} levels deep; objects and lists may be nested at most ${MOST_LEVELS} levels deep.`,
		);
		return {};
	}
	reading.errors.push(...crossedBounds(part).map((problem) => `${at}: ${problem}`));
	reading.warnings.push(...ignoredIn(part).map((warning) => `${at}: ${warning}`));
	const kept = Object.entries(part).filter(([keyword]) => Object.hasOwn(KEYWORDS, keyword));
	return mapParts(Object.fromEntries(kept), (inner, step) =>
		readPart(inner, { ...place, level, pointer: place.pointer + step }, reading),
	);
}

function follow(reference: string, part: JsonObject, place: Place, reading: Reading): JsonValue {
	const { $ref: _reference, ...siblings } = part;
	const target = /^#(?:\/|$)/u.test(reference)
		? pointerSteps(reference).reduce<JsonValue | undefined>(
				(value, step) =>
					isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined,
				reading.root,
			)
		: undefined;
	const isCircular = place.followed.includes(reference);
	if (isJsonObject(target) && !isCircular) {
		const followed = [...place.followed, reference];
		return readPart({ ...target, ...siblings }, { ...place, followed }, reading);
	}
	const problem = isCircular
		? 'refers to itself; a schema cannot be recursive'
		: 'does not exist in this schema (only references such as "#/$defs/Name" can be followed)';
	reading.errors.push(`${placeText(place.pointer)}: the reference "${reference}" ${problem}.`);
	return siblings;
}

function isContainer({ type, properties, items }: JsonObject): boolean {
	const types = [type].flat();
	const isNamed = types.includes('object') || types.includes('array');
	return isNamed || properties !== undefined || items !== undefined;
}

function crossedBounds(schema: JsonObject): string[] {
	return ['minimum', 'minLength', 'minItems', 'minProperties'].flatMap((lower) => {
		const upper = lower.replace('min', 'max');
		const [least, most] = [schema[lower], schema[upper]];
		if (typeof least !== 'number' || typeof most !== 'number' || least <= most) return [];
		return [`"${lower}" (${least}) is larger than "${upper}" (${most}).`];
	});
}

function ignoredIn(schema: JsonObject): string[] {
	const { required, properties } = schema;
	const unknown = Object.keys(schema)
		.filter((keyword) => !KNOWN_KEYWORDS.has(keyword))
		.map((keyword) => `the keyword "${keyword}" is not supported and is ignored.`);
	if (!Array.isArray(required) || !isJsonObject(properties)) return unknown;
	const unnamed = required
		.filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name))
		.map((name) => `"required" lists ${JSON.stringify(name)}, which is not among the properties.`);
	return [...unknown, ...unnamed];
}

function describeForm({ keyword, instancePath, parentSchema, data }: ErrorObject): string[] {
	// "if" only says that its other half has failed, which is reported separately.
	if (keyword === 'if') return [];
	const expected = String(parentSchema?.['description']);
	return [`${placeText(instancePath)}: must be ${expected}; found ${JSON.stringify(data)}.`];
}

/**
 * The schema with each schema directly inside it replaced; anything malformed stays.
 * @param map takes a part and its JSON Pointer below the schema
 */
export function mapParts(
	schema: JsonObject,
	map: (part: JsonValue, pointer: string) => JsonValue,
): JsonObject {
	const entries = Object.entries(schema).map(([keyword, value]): [string, JsonValue] => {
		if (keyword === 'properties' && isJsonObject(value)) {
			const parts = Object.entries(value).map(([name, part]): [string, JsonValue] => {
				const step = name.replaceAll('~', '~0').replaceAll('/', '~1');
				return [name, map(part, `/properties/${step}`)];
			});
			return [keyword, Object.fromEntries(parts)];
		}
		if ((keyword === 'anyOf' || keyword === 'oneOf') && Array.isArray(value)) {
			return [keyword, value.map((part, index) => map(part, `/${keyword}/${index}`))];
		}
		// True and false are switches, not parts.
		const isPart =
			keyword === 'items' || (keyword === 'additionalProperties' && typeof value !== 'boolean');
		return [keyword, isPart ? map(value, `/${keyword}`) : value];
	});
	return Object.fromEntries(entries);
}

/** The names that a JSON Pointer leads through (RFC 6901: ~ and / are escaped). */
export function pointerSteps(pointer: string): string[] {
	const steps = pointer.split('/').slice(1);
	return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** A pointer in words: "At /properties/price" or "At the root". */
export function placeText(pointer: string): string {
	return pointer === '' ? 'At the root' : `At ${pointer}`;
}
