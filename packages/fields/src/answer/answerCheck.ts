import { Ajv, type ErrorObject } from 'ajv';
import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { type FittedAnswer, fitAnswer } from './answerFit.ts';
import { mapParts, placeText, pointerSteps } from '../schema/schema.ts';
import { readSchema } from '../schema/schemaNode.ts';

/** Checks answers against one schema. */
export interface AnswerCheck {
	/** What is wrong with the answer, one sentence per place; empty when it follows the schema. */
	problems(answer: JsonValue): string[];
	/**
	 * The answer in the schema's exact form: values are converted where that loses nothing, fields that
	 * are missing or violate the schema are null, fields that the schema does not have are removed. Undefined
	 * if the result still violates it.
	 */
	conform(answer: JsonValue): JsonValue | undefined;
	/** The same, with what the answer lost in the process. */
	fit(answer: JsonValue): FittedAnswer | undefined;
}

/** Builds the check for a schema that `checkSchema` has prepared. */
export function createAnswerCheck(schema: JsonObject): AnswerCheck {
	const node = readSchema(schema);
	const ajv = new Ajv({
		allErrors: true,
		strict: false,
		// A format is a wish that pages cannot always fulfil: it never makes an answer wrong.
		validateFormats: false,
		// `checkSchema` has done so, and the meta-schema takes longer to compile than this schema.
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

/** A value that has the field's type but violates another rule of the schema. */
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
 * The schema that answers are checked against: every field is present, and null where the page does not
 * have it; no other fields. This is also the form that strict structured output requires
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

/** True when no object in the schema may have further fields, as strict output requires. */
export function isClosedSchema(schema: JsonValue): boolean {
	if (Array.isArray(schema)) return schema.every(isClosedSchema);
	if (!isJsonObject(schema)) return true;
	const isObject = [schema['type']].flat().includes('object');
	const isOpen = isObject && schema['additionalProperties'] !== false;
	return !isOpen && Object.values(schema).every(isClosedSchema);
}
