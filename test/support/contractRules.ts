import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import {
	contract,
	findOperationId,
	isRecord,
	operation,
	record,
	resolved,
	type Json,
} from './contractDocument';

/** Keywords whose schemas describe the same value as the schema that holds them. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'];

const ERROR_SCHEMA: Json = { $ref: '#/components/schemas/Error' };

const ajv = new Ajv2020({
	allErrors: true,
	allowUnionTypes: true,
	// A rule between fields leaves the type to the schema that uses it.
	strictTypes: false,
	// OpenAPI's own keywords: where named schemas live, and a hint that the branches' const repeats.
	keywords: ['components', 'discriminator'],
});
addFormats(ajv);

const openComponents = record(contract.components);
const closedComponents = {
	...openComponents,
	schemas: Object.fromEntries(
		Object.entries(record(openComponents.schemas)).map(([name, schema]) => [
			name,
			closeInside(schema),
		]),
	),
};

const validators = new Map<string, ValidateFunction>();

/**
 * What is wrong with a value by a schema of the contract; empty when nothing is. Fields that the
 * schema does not name are allowed where it does not forbid them, as clients have to take them.
 */
export function errorsOf(schema: Json, value: unknown): string {
	const validate = ajv.compile({ ...schema, components: openComponents });
	return validate(value) ? '' : ajv.errorsText(validate.errors);
}

/**
 * What is wrong with an answer of the service; empty when nothing is. It may hold no field that the
 * contract does not name: a misspelt one would be missed by every client.
 *
 * @param operationId undefined for a path that the contract does not know: only errors come from there
 */
export function responseErrors(
	operationId: string | undefined,
	status: number,
	body: unknown,
): string {
	if (operationId === undefined && status < 400) return 'the contract knows no such operation';
	const validate = validatorFor(`${operationId} ${status}`, () =>
		operationId === undefined ? ERROR_SCHEMA : responseSchema(operationId, status),
	);
	if (validate === undefined) return `the contract knows no status ${status}`;
	return validate(body) ? '' : ajv.errorsText(validate.errors, { dataVar: '', separator: '\n  ' });
}

/**
 * What is wrong with a JSON body that the service is sent; empty when nothing is.
 * @param path below the base URL
 */
export function requestErrors(method: string, path: string, body: unknown): string {
	const id = findOperationId(method, path);
	if (id === undefined) return 'the contract knows no such operation';
	const requestBody = operation(id).requestBody;
	const isBody = body !== undefined && body !== '';
	if (!isRecord(requestBody)) return isBody ? 'the contract knows no body of this request' : '';
	if (!isBody) return requestBody.required === true ? 'the body is missing' : '';
	const schema = jsonSchemaOf(requestBody);
	if (schema === undefined) return 'the contract knows no JSON body of this request';
	return errorsOf(schema, body);
}

function validatorFor(key: string, find: () => Json | undefined): ValidateFunction | undefined {
	const known = validators.get(key);
	if (known) return known;
	const schema = find();
	if (schema === undefined) return undefined;
	const closed = record(closeValue(schema));
	const validate = ajv.compile({ ...closed, components: closedComponents });
	validators.set(key, validate);
	return validate;
}

function responseSchema(operationId: string, status: number): Json | undefined {
	const response = record(operation(operationId).responses)[status];
	return response === undefined ? undefined : jsonSchemaOf(resolved(record(response)));
}

function jsonSchemaOf({ content }: Json): Json | undefined {
	const media = isRecord(content) ? content['application/json'] : undefined;
	return media === undefined ? undefined : record(record(media).schema);
}

/** A schema that allows none but the named fields, at any depth. */
function closeValue(schema: unknown): unknown {
	const closed = closeInside(schema);
	if (!isRecord(closed) || !isRecord(schema) || !namesFields(schema)) return closed;
	return { unevaluatedProperties: false, ...closed };
}

/** The same for what is below a schema; itself, it may be one part of a value's description. */
function closeInside(schema: unknown): unknown {
	if (!isRecord(schema)) return schema;
	const entries = Object.entries(schema).map(([keyword, value]) => {
		if (keyword === 'properties') {
			const fields = Object.entries(record(value));
			return [
				keyword,
				Object.fromEntries(fields.map(([name, field]) => [name, closeValue(field)])),
			];
		}
		if (keyword === 'items') return [keyword, closeValue(value)];
		if (SAME_VALUE.includes(keyword) && Array.isArray(value)) {
			return [keyword, value.map(closeInside)];
		}
		return [keyword, value];
	});
	return Object.fromEntries(entries);
}

function namesFields(schema: Json): boolean {
	const whole = resolved(schema);
	return (
		isRecord(whole.properties) ||
		SAME_VALUE.some((keyword) => {
			const parts = whole[keyword];
			return Array.isArray(parts) && parts.some((part) => namesFields(record(part)));
		})
	);
}
