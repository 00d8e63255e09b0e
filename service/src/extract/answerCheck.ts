import { Ajv, type ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '../json.ts';
import { type FittedAnswer, fitAnswer } from './answerFit.ts';
import { mapParts, placeText, pointerSteps } from './schema.ts';
import { readSchema } from './schemaNode.ts';

/** Compares answers with one schema. */
export interface AnswerCheck {
	/** What is wrong with the answer, one sentence per place; empty when it follows the schema. */
	problems(answer: JsonValue): string[];
	/**
	 * The answer in the schema's exact form: values are converted where that loses nothing, fields that
	 * are missing or break the schema are null, fields the schema does not name are gone. Undefined when
	 * that still does not follow it.
	 */
	conform(answer: JsonValue): JsonValue | undefined;
	/** The same, with what the answer lost on the way. */
	fit(answer: JsonValue): FittedAnswer | undefined;
}

/** Builds the check for a schema that `checkSchema` has made ready. */
export function createAnswerCheck(schema: JsonObject): AnswerCheck {
	const node = readSchema(schema);
	const ajv = new Ajv({
		allErrors: true,
		strict: false,
		// It is a wish that pages cannot always fulfil: it never makes an answer wrong.
		validateFormats: false,
		// `checkSchema` has done so, and the schema of schemas takes longer to compile than this one.
		validateSchema: false,
		logger: false,
	});
	const validate = ajv.compile(answerSchemaOf(schema));
	const errorsOf = (answer: JsonValue): ErrorObject[] =>
		validate(answer) ? [] : [...(validate.errors ?? [])];
	const fit = (answer: JsonValue): FittedAnswer | undefined => {
		const fitted = fitAnswer(answer, node);
		const errors = errorsOf(fitted.value);
		const kept = errors.reduce(
			(value, { instancePath }) => withNullAt(value, pointerSteps(instancePath)),
			fitted.value,
		);
		if (errorsOf(kept).length > 0) return undefined;
		const broken = errors.map((error) => toDeviation(error, fitted.value));
		return { ...fitted, value: kept, losses: [...fitted.losses, ...broken] };
	};
	return {
		problems: (answer) => [...new Set(errorsOf(answer).map(describe))],
		conform: (answer) => fit(answer)?.value,
		fit,
	};
}

function withNullAt(value: JsonValue, [step, ...inner]: readonly string[]): JsonValue {
	if (step === undefined) return null;
	if (Array.isArray(value)) {
		return value.map((entry, index) => (String(index) === step ? withNullAt(entry, inner) : entry));
	}
	if (!isJsonObject(value) || !Object.hasOwn(value, step)) return value;
	return { ...value, [step]: withNullAt(value[step] ?? null, inner) };
}

/** A value that has the field's type and breaks another rule of the schema. */
function toDeviation(
	{ instancePath, message = 'breaks the schema' }: ErrorObject,
	answer: JsonValue,
) {
	const steps = pointerSteps(instancePath);
	const value = steps.reduce<JsonValue>(
		(inner, step) => (typeof inner === 'object' ? (Object(inner)[step] ?? null) : null),
		answer,
	);
	const path = steps.map((step) => (/^\d+$/u.test(step) ? `[${step}]` : `.${step}`)).join('');
	return { path: path.replace(/^\./u, ''), value, outcome: `${message} and was left out` };
}

function describe({ keyword, params, instancePath, message }: ErrorObject): string {
	const details: Record<string, string> = {
		enum: ` (${JSON.stringify(params['allowedValues'])})`,
		additionalProperties: ` (${String(params['additionalProperty'])})`,
	};
	return `${placeText(instancePath)}: ${message ?? keyword}${details[keyword] ?? ''}`;
}

/**
 * The schema an answer is held to: every field is present, and null where the page does not have
 * it; no other fields. This is also the form that strict structured output asks for
 * (all fields required, `additionalProperties: false`, alternatives as `anyOf`).
 */
export function answerSchemaOf(prepared: JsonObject): JsonObject {
	const { nullable: _nullable, oneOf, ...schema } = prepared;
	const named = oneOf === undefined ? schema : { anyOf: oneOf, ...schema };
	const answer = mapParts(named, (part, pointer) => {
		if (!isJsonObject(part)) return part;
		const inner = answerSchemaOf(part);
		const mayBeNull = pointer.startsWith('/properties/') || part['nullable'] === true;
		return mayBeNull ? orNull(inner) : inner;
	});
	const { properties, additionalProperties = false } = answer;
	if (!isJsonObject(properties)) return answer;
	return { ...answer, required: Object.keys(properties), additionalProperties };
}

function orNull({ const: only, ...schema }: JsonObject): JsonObject {
	const { type, anyOf, enum: listed } = schema;
	if (Array.isArray(anyOf)) return { ...schema, anyOf: [...anyOf, { type: 'null' }] };
	const allowed = only === undefined ? listed : [only];
	return {
		...schema,
		...(type !== undefined && { type: including([type].flat(), 'null') }),
		...(Array.isArray(allowed) && { enum: including(allowed, null) }),
	};
}

function including(values: JsonValue[], value: JsonValue): JsonValue[] {
	return values.includes(value) ? values : [...values, value];
}

/** True when no object in the schema may have further fields: what strict output needs. */
export function isClosedSchema(schema: JsonValue): boolean {
	if (Array.isArray(schema)) return schema.every(isClosedSchema);
	if (!isJsonObject(schema)) return true;
	const isObject = [schema['type']].flat().includes('object');
	const isOpen = isObject && schema['additionalProperties'] !== false;
	return !isOpen && Object.values(schema).every(isClosedSchema);
}
