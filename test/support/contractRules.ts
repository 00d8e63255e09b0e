import type { ValidateFunction } from 'ajv';
import {
	contract,
	contractTools,
	findOperation,
	isRecord,
	operation,
	parametersOf,
	record,
	resolved,
	type Json,
	type Operation,
} from './contractDocument';

/** Keywords whose schemas describe the same value as the schema that holds them. */
const SAME_VALUE = ['allOf', 'anyOf', 'oneOf'];

const ERROR_SCHEMA: Json = { $ref: '#/components/schemas/Error' };

const { errorsText, validatorFor } = contractTools;

const openComponents = record(contract.components);

/** Fields that a schema does not name are allowed where it does not forbid them. */
const OPEN = { name: 'open', describeComponents: () => openComponents };

const TEXT = { ...OPEN, name: 'text', isText: true };

/** No other fields than the named ones are. */
const CLOSED = {
	name: 'closed',
	describeComponents: () => {
		const schemas = Object.entries(record(openComponents.schemas));
		const closed = schemas.map(([name, schema]) => [name, closeInside(schema)]);
		return { ...openComponents, schemas: Object.fromEntries(closed) };
	},
};

/**
 * What is wrong with a value by a schema of the contract; empty when nothing is. Fields that the
 * schema does not name are allowed where it does not forbid them, as clients have to take them.
 * @param name what the value is called in the text
 */
export function errorsOf(schema: Json, value: unknown, name = 'data'): string {
	const validate = validatorFor(OPEN, JSON.stringify(schema), () => schema);
	return validate(value) ? '' : describe(validate, name);
}

/** Unlike AJV's own text, it says which field is one too many. */
function describe({ errors }: ValidateFunction, name: string, separator = ', '): string {
	const named = (errors ?? []).map((error) => {
		const { additionalProperty, unevaluatedProperty } = error.params;
		const extra: unknown = additionalProperty ?? unevaluatedProperty;
		return extra === undefined
			? error
			: { ...error, message: `${error.message}: ${String(extra)}` };
	});
	return errorsText(named, { dataVar: name, separator });
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
	const schema = operationId === undefined ? ERROR_SCHEMA : responseSchema(operationId, status);
	if (schema === undefined) return `the contract knows no status ${status}`;
	const validate = validatorFor(CLOSED, `${operationId} ${status}`, () =>
		record(closeValue(schema)),
	);
	return validate(body) ? '' : describe(validate, '', '\n  ');
}

/** A request as a fake service receives it. */
export interface RequestToCheck {
	/** In capitals. */
	method: string;
	/** Below the base URL, with or without its query. */
	path: string;
	/** Parameters that are not in the path; as text, or as the values that become text on the wire. */
	query?: unknown;
	/** Parsed JSON, or a form. */
	body?: unknown;
}

/** What is wrong with a request: its operation, path, query or body; empty when nothing is. */
export function requestErrors({ method, path, query, body }: RequestToCheck): string {
	const found = findOperation(method, path);
	if (found === undefined) return 'the contract knows no such operation';
	const { pathname, searchParams } = new URL(path, 'http://service.test');
	const inPath = found.path.split('/').map((part, index) => [part, pathname.split('/')[index]]);
	const pathValues = inPath.flatMap(([part = '', value = '']) =>
		part.startsWith('{') ? [[part.slice(1, -1), decodeURIComponent(value)]] : [],
	);
	const errors = [
		parameterErrors(found, 'path', Object.fromEntries(pathValues)),
		parameterErrors(found, 'query', { ...Object.fromEntries(searchParams), ...Object(query) }),
		bodyErrors(found.fields, body),
	];
	return errors.filter(Boolean).join('; ');
}

function parameterErrors(found: Operation, place: 'path' | 'query', values: Json): string {
	const validate = validatorFor(TEXT, `${place} of ${found.id}`, () => {
		const declared = parametersOf(found).filter((parameter) => parameter.in === place);
		return {
			type: 'object',
			additionalProperties: false,
			required: declared.filter(({ required }) => required === true).map(({ name }) => name),
			properties: Object.fromEntries(declared.map(({ name, schema }) => [name, schema])),
		};
	});
	// Undefined is not sent.
	const sent = Object.entries(values).filter(([, value]) => value !== undefined);
	return validate(Object.fromEntries(sent)) ? '' : describe(validate, place);
}

function bodyErrors({ requestBody }: Json, body: unknown): string {
	const isBody = body !== undefined && body !== '';
	if (!isRecord(requestBody)) return isBody ? 'the contract knows no body of this request' : '';
	if (!isBody) return requestBody.required === true ? 'the body is missing' : '';
	if (body instanceof FormData) return formErrors(requestBody, body);
	const schema = schemaOf(requestBody, 'application/json');
	if (schema !== undefined) return errorsOf(schema, body, 'body');
	return isFile(requestBody) ? '' : 'the contract knows no JSON body of this request';
}

function isFile({ content }: Json): boolean {
	return isRecord(content) && 'application/octet-stream' in content;
}

/** Parts that hold JSON are checked as such; files are not opened. */
function formErrors(requestBody: Json, form: FormData): string {
	const reference = schemaOf(requestBody, 'multipart/form-data');
	if (reference === undefined) return 'the contract knows no form of this request';
	const properties = record(resolved(reference).properties);
	const values: Json = {};
	const mistakes: string[] = [];
	for (const name of new Set(form.keys())) {
		const parts = form.getAll(name).map((part) => (typeof part === 'string' ? part : ''));
		const { type, contentSchema } = isRecord(properties[name]) ? properties[name] : {};
		values[name] = type === 'array' || parts.length > 1 ? parts : parts[0];
		if (isRecord(contentSchema)) {
			mistakes.push(errorsOf(contentSchema, JSON.parse(parts[0] ?? ''), name));
		}
	}
	return [errorsOf(reference, values, 'form'), ...mistakes].filter(Boolean).join('; ');
}

function responseSchema(operationId: string, status: number): Json | undefined {
	const response = record(operation(operationId).responses)[status];
	return response === undefined
		? undefined
		: schemaOf(resolved(record(response)), 'application/json');
}

function schemaOf({ content }: Json, type: string): Json | undefined {
	const media = isRecord(content) ? content[type] : undefined;
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
