import { Ajv, type ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { emptyValue, readSchema, type SchemaNode } from './schemaNode.ts';
import { placeText, pointerSteps, replaceParts } from './schemaParts.ts';

/** Compares answers with one schema. */
export interface AnswerCheck {
	/** What is wrong with the answer, one sentence per place; empty when it follows the schema. */
	problems(answer: JsonValue): string[];
	/**
	 * The answer in the schema's exact form: fields that are missing or break the schema are null,
	 * fields the schema does not name are gone. Undefined when that still does not follow it.
	 */
	conform(answer: JsonValue): JsonValue | undefined;
}

/** Builds the check for a prepared schema. */
export function createAnswerCheck(schema: JsonObject): AnswerCheck {
	const node = readSchema(schema);
	// `format` is a wish that pages cannot always fulfil: it never makes an answer wrong.
	const ajv = new Ajv({ allErrors: true, strict: false, validateFormats: false, logger: false });
	const validate = ajv.compile(answerSchemaOf(schema));
	const errorsOf = (answer: JsonValue): ErrorObject[] =>
		validate(answer) ? [] : [...(validate.errors ?? [])];
	return {
		problems: (answer) => [...new Set(errorsOf(answer).map(describe))],
		conform: (answer) => {
			const shaped = fit(answer, node);
			const kept = errorsOf(shaped).reduce(
				(value, error) => withNullAt(value, pointerSteps(error.instancePath)),
				shaped,
			);
			return errorsOf(kept).length === 0 ? kept : undefined;
		},
	};
}

/** Fields that are missing become empty, fields the schema does not name are dropped. */
function fit(value: JsonValue | undefined, node: SchemaNode): JsonValue {
	if (value === undefined) return emptyValue(node);
	if (Array.isArray(value)) {
		const list = node.shapes.find((shape) => shape.kind === 'list');
		return list === undefined ? value : value.map((entry) => fit(entry, list.items));
	}
	const object = node.shapes.find((shape) => shape.kind === 'object');
	if (!isJsonObject(value) || object === undefined) return value;
	const fitted = [...object.properties].map(([name, inner]): [string, JsonValue] => [
		name,
		fit(Object.hasOwn(value, name) ? value[name] : undefined, inner),
	]);
	return object.isOpen ? { ...value, ...Object.fromEntries(fitted) } : Object.fromEntries(fitted);
}

function withNullAt(value: JsonValue, steps: readonly string[]): JsonValue {
	const [step, ...inner] = steps;
	if (step === undefined) return null;
	if (Array.isArray(value)) {
		return value.map((entry, index) => (String(index) === step ? withNullAt(entry, inner) : entry));
	}
	if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
	return { ...value, [step]: withNullAt(value[step] ?? null, inner) };
}

function describe(error: ErrorObject): string {
	const detail =
		error.keyword === 'enum' ? ` (${JSON.stringify(error.params['allowedValues'])})` : '';
	const name = error.params['missingProperty'] ?? error.params['additionalProperty'];
	const named = error.keyword === 'additionalProperties' ? ` (${String(name)})` : '';
	return `${placeText(error.instancePath)}: ${error.message ?? error.keyword}${detail}${named}`;
}

/**
 * The schema an answer is held to: every field is present, and null where the page does not have
 * it; no other fields. This is also the form that strict structured output asks for
 * (all fields required, `additionalProperties: false`, alternatives as `anyOf`).
 */
export function answerSchemaOf(prepared: JsonObject): JsonObject {
	const { nullable: _nullable, oneOf, ...schema } = prepared;
	const alternatives = oneOf !== undefined && schema['anyOf'] === undefined ? { anyOf: oneOf } : {};
	const parts = replaceParts({ ...schema, ...alternatives }, ({ pointer, value }) => {
		if (!isJsonObject(value)) return value;
		const inner = answerSchemaOf(value);
		return pointer.startsWith('/properties/') ? orNull(inner) : withNullKept(inner, value);
	});
	return closed(parts);
}

/** True when no object in the schema may have further fields: what strict output needs. */
export function isClosedSchema(schema: JsonObject): boolean {
	const isObject = [schema['type']].flat().includes('object');
	if (isObject && schema['additionalProperties'] !== false) return false;
	return Object.values(schema).every((value) => isClosedPart(value));
}

function isClosedPart(value: JsonValue): boolean {
	if (Array.isArray(value)) return value.every(isClosedPart);
	return isJsonObject(value) ? isClosedSchema(value) : true;
}

function closed(schema: JsonObject): JsonObject {
	const { properties } = schema;
	if (!isJsonObject(properties)) return schema;
	return {
		...schema,
		required: Object.keys(properties),
		additionalProperties: schema['additionalProperties'] ?? false,
	};
}

function withNullKept(inner: JsonObject, source: JsonObject): JsonObject {
	return source['nullable'] === true ? orNull(inner) : inner;
}

function orNull(schema: JsonObject): JsonObject {
	const { type, enum: values, const: only, anyOf } = schema;
	if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
	if (type === undefined && values === undefined && only === undefined) return schema;
	const { const: _only, ...rest } = schema;
	const listed = only === undefined ? values : [only];
	return {
		...rest,
		...(type !== undefined && { type: including([type].flat(), 'null') }),
		...(Array.isArray(listed) && { enum: including(listed, null) }),
	};
}

function including(values: JsonValue[], value: JsonValue): JsonValue[] {
	return values.includes(value) ? values : [...values, value];
}
