import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import {
	BOUND_PAIRS,
	COUNT_KEYWORDS,
	FLAG_KEYWORDS,
	NUMBER_KEYWORDS,
	SCHEMA_TYPES,
	TEXT_KEYWORDS,
} from './schemaKeywords.ts';

/** Looks at one schema object (not inside it) and tells its problems, one sentence each. */
export type KeywordRule = (schema: JsonObject) => string[];

/** Everything that can be wrong with the keywords of a schema object. */
export const KEYWORD_RULES: readonly KeywordRule[] = [
	typeRule,
	propertiesRule,
	requiredRule,
	itemsRule,
	enumRule,
	alternativesRule('anyOf'),
	alternativesRule('oneOf'),
	...TEXT_KEYWORDS.map((keyword) =>
		shapeRule(keyword, (value) => typeof value === 'string', 'a text'),
	),
	...NUMBER_KEYWORDS.map((keyword) =>
		shapeRule(keyword, (value) => typeof value === 'number', 'a number'),
	),
	...COUNT_KEYWORDS.map((keyword) => shapeRule(keyword, isCount, 'a whole number from 0 up')),
	...FLAG_KEYWORDS.map((keyword) =>
		shapeRule(keyword, (value) => typeof value === 'boolean', 'true or false'),
	),
	boundsRule,
];

function typeRule({ type }: JsonObject): string[] {
	if (type === undefined) return [];
	const known = `one of ${SCHEMA_TYPES.join(', ')}`;
	if (Array.isArray(type) && type.length === 0) return ['"type" is an empty list; name a type.'];
	return [type]
		.flat()
		.filter((name) => typeof name !== 'string' || !SCHEMA_TYPES.includes(name))
		.map((name) => `"type" must be ${known}; found ${JSON.stringify(name)}.`);
}

function propertiesRule({ properties }: JsonObject): string[] {
	if (properties === undefined || isJsonObject(properties)) return [];
	return [`"properties" must be an object of named schemas; found ${JSON.stringify(properties)}.`];
}

function requiredRule({ required }: JsonObject): string[] {
	if (required === undefined) return [];
	const isNameList = Array.isArray(required) && required.every((name) => typeof name === 'string');
	return isNameList ? [] : ['"required" must be a list of property names.'];
}

function itemsRule({ items }: JsonObject): string[] {
	if (typeof items !== 'boolean') return [];
	return ['"items" must be one schema object, which every entry of the list follows.'];
}

function enumRule(schema: JsonObject): string[] {
	const values = schema['enum'];
	if (values === undefined || (Array.isArray(values) && values.length > 0)) return [];
	return ['"enum" must be a list with at least one value.'];
}

function alternativesRule(keyword: string): KeywordRule {
	return (schema) => {
		const alternatives = schema[keyword];
		if (alternatives === undefined) return [];
		if (Array.isArray(alternatives) && alternatives.length > 0) return [];
		return [`"${keyword}" must be a list with at least one schema.`];
	};
}

function shapeRule(
	keyword: string,
	isRight: (value: JsonValue) => boolean,
	expected: string,
): KeywordRule {
	return (schema) => {
		const value = schema[keyword];
		if (value === undefined || isRight(value)) return [];
		return [`"${keyword}" must be ${expected}; found ${JSON.stringify(value)}.`];
	};
}

function boundsRule(schema: JsonObject): string[] {
	return BOUND_PAIRS.flatMap(([lower, upper]) => {
		const [minimum, maximum] = [schema[lower], schema[upper]];
		if (typeof minimum !== 'number' || typeof maximum !== 'number' || minimum <= maximum) return [];
		return [`"${lower}" (${minimum}) is larger than "${upper}" (${maximum}).`];
	});
}

function isCount(value: JsonValue): boolean {
	return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}
