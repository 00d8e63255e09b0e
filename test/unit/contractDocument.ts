import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

export type Json = Record<string, unknown>;

const contractPath = join(__dirname, '../../api/openapi.yaml');

/** The contract as it is read from api/openapi.yaml. */
export const contract = record(parse(readFileSync(contractPath, 'utf8')));
const ajv = contractValidator();

export function isRecord(value: unknown): value is Json {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value itself, when it is an object; throws otherwise. */
export function record(value: unknown): Json {
	if (!isRecord(value)) throw new Error(`Expected an object, got ${JSON.stringify(value)}.`);
	return value;
}

/** The object at a path of keys of the contract. */
export function at(...keys: string[]): Json {
	return keys.reduce((node, key) => record(node[key]), contract);
}

/** Every object of the contract with the keys that lead to it. */
export function* objectsIn(value: unknown, keys: string[] = []): Generator<[string[], Json]> {
	if (typeof value !== 'object' || value === null) return;
	if (isRecord(value)) yield [keys, value];
	for (const [key, child] of Object.entries(value)) yield* objectsIn(child, [...keys, key]);
}

function contractValidator(): Ajv2020 {
	const validator = new Ajv2020({
		allErrors: true,
		allowUnionTypes: true,
		// A rule between fields leaves the type to the schema that uses it.
		strictTypes: false,
		// OpenAPI's own keywords: where named schemas live, and a hint that the branches' const repeats.
		keywords: ['components', 'discriminator'],
	});
	return addFormats(validator);
}

/** What is wrong with a value by a schema of the contract; empty when nothing is. */
export function errorsOf(schema: Json, value: unknown): string {
	const validate = ajv.compile({ ...schema, components: contract.components });
	return validate(value) ? '' : ajv.errorsText(validate.errors);
}

interface Operation {
	id: string;
	fields: Json;
}

/** Every operation of the contract. */
export const operations: Operation[] = Object.values(at('paths')).flatMap((path) =>
	Object.values(record(path)).map((fields) => ({
		id: String(record(fields).operationId),
		fields: record(fields),
	})),
);

/** The operation object of an operationId; throws when there is none. */
export function operation(id: string): Json {
	const found = operations.find((candidate) => candidate.id === id);
	if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
	return found.fields;
}

function resolved(node: Json): Json {
	if (typeof node.$ref !== 'string') return node;
	return at(...node.$ref.replace('#/', '').split('/'));
}

/** The example bodies of one response of an operation. */
export function responseExamples(operationId: string, code: string): Json[] {
	const responses = record(operation(operationId).responses);
	const { content } = resolved(record(responses[code]));
	const { examples } = record(record(content)['application/json']);
	return Object.values(record(examples)).map((example) => record(record(example).value));
}
