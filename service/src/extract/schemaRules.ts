import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { FOLLOWED_KEYWORDS, SILENT_KEYWORDS } from './schemaKeywords.ts';
import { KEYWORD_RULES } from './schemaKeywordRules.ts';
import { placeText, schemaParts } from './schemaPlaces.ts';
import { expandReferences } from './schemaReferences.ts';

/** Reference, Limits: "Scrape schema: root type object; nesting depth 5; size 10KB". */
export const SCHEMA_MAX_DEPTH = 5;
export const SCHEMA_MAX_BYTES = 10 * 1024;

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
	findings.errors.push(...expanded.errors);
	visit(expanded.schema, '', 0, findings);
	return findings;
}

function rootErrors(schema: JsonObject): string[] {
	if (schema['type'] === 'object') return [];
	const found =
		schema['type'] === undefined ? 'it is missing' : `found ${JSON.stringify(schema['type'])}`;
	return [`At the root: "type" must be "object"; ${found}.`];
}

function visit(
	part: JsonValue,
	pointer: string,
	outerLevel: number,
	findings: SchemaFindings,
): void {
	const place = placeText(pointer);
	if (!isJsonObject(part)) {
		findings.errors.push(
			`${place}: must be a schema object such as {"type": "string"}; found ${JSON.stringify(part)}.`,
		);
		return;
	}
	const level = outerLevel + (isContainer(part) ? 1 : 0);
	if (level > SCHEMA_MAX_DEPTH) {
		findings.errors.push(
			`${place}: lies ${level} levels deep; objects and lists may be nested ${SCHEMA_MAX_DEPTH} levels deep at most.`,
		);
		return;
	}
	for (const rule of KEYWORD_RULES) {
		findings.errors.push(...rule(part).map((problem) => `${place}: ${problem}`));
	}
	findings.warnings.push(...ignoredKeywords(part).map((warning) => `${place}: ${warning}`));
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

function ignoredKeywords(schema: JsonObject): string[] {
	const unsupported = Object.keys(schema)
		.filter((keyword) => !FOLLOWED_KEYWORDS.has(keyword) && !SILENT_KEYWORDS.includes(keyword))
		.map((keyword) => `the keyword "${keyword}" is not supported and is ignored.`);
	return [...unsupported, ...unknownRequired(schema)];
}

function unknownRequired(schema: JsonObject): string[] {
	const { required, properties } = schema;
	if (!Array.isArray(required) || !isJsonObject(properties)) return [];
	return required
		.filter((name) => typeof name === 'string' && !Object.hasOwn(properties, name))
		.map((name) => `"required" names ${JSON.stringify(name)}, which is not among the properties.`);
}
