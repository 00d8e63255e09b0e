import type ContractTools from './contractTools.cjs';

declare global {
	/** See `environment.cjs`. */
	var loadOnce: (file: './contractTools.cjs') => typeof ContractTools;
}

/** Checks by the contract. */
export const contractTools = loadOnce('./contractTools.cjs');

export type Json = Record<string, unknown>;

/** The contract as it is read from api/openapi.yaml. */
export const contract = record(contractTools.contract);

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

export interface Operation {
	id: string;
	/** In capitals. */
	method: string;
	/** Below the base URL, with its parameters in braces. */
	path: string;
	fields: Json;
}

/** Every operation of the contract. */
export const operations: Operation[] = Object.entries(at('paths')).flatMap(([path, methods]) =>
	Object.entries(record(methods)).map(([method, fields]) => ({
		id: String(record(fields).operationId),
		method: method.toUpperCase(),
		path,
		fields: record(fields),
	})),
);

/** The operation object of an operationId; throws when there is none. */
export function operation(id: string): Json {
	const found = operations.find((candidate) => candidate.id === id);
	if (found === undefined) throw new Error(`The contract has no operation ${id}.`);
	return found.fields;
}

/** The operation of a request to a path below the base URL; undefined where there is none. */
export function findOperation(method: string, path: string): Operation | undefined {
	const segments = withoutQuery(path).split('/');
	const fits = (template: string) => {
		const parts = template.split('/');
		return (
			parts.length === segments.length &&
			parts.every((part, index) => part.startsWith('{') || part === segments[index])
		);
	};
	const candidates = operations.filter(
		(candidate) => candidate.method === method && fits(candidate.path),
	);
	// A fixed path, such as /crawl/history, goes before one with a parameter.
	return candidates.find(({ path: template }) => !template.includes('{')) ?? candidates[0];
}

/** The same by its operationId. */
export function findOperationId(method: string, path: string): string | undefined {
	return findOperation(method, path)?.id;
}

/** The parameters of an operation: in its path, query or headers. */
export function parametersOf({ fields }: Operation): Json[] {
	const list: unknown[] = Array.isArray(fields.parameters) ? fields.parameters : [];
	return list.map((parameter) => resolved(record(parameter)));
}

function withoutQuery(path: string): string {
	return path.replace(/\?.*$/s, '');
}

/** A node of the contract, or what it refers to. */
export function resolved(node: Json): Json {
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
