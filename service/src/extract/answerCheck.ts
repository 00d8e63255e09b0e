import { Ajv } from 'ajv';
import type { ErrorObject } from 'ajv';
import { answerSchemaOf } from './answerSchema.ts';
import type { JsonObject, JsonValue } from '../json.ts';
import { isJsonObject } from '../json.ts';
import { placeText } from './schemaPlaces.ts';
import type { SchemaNode } from './schemaNode.ts';
import { emptyValue, readSchema } from './schemaNode.ts';

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

function pointerSteps(pointer: string): string[] {
	return pointer
		.split('/')
		.slice(1)
		.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function describe(error: ErrorObject): string {
	const detail =
		error.keyword === 'enum' ? ` (${JSON.stringify(error.params['allowedValues'])})` : '';
	const name = error.params['missingProperty'] ?? error.params['additionalProperty'];
	const named = error.keyword === 'additionalProperties' ? ` (${String(name)})` : '';
	return `${placeText(error.instancePath)}: ${error.message ?? error.keyword}${detail}${named}`;
}
