import type { FastifySchema, HTTPMethods } from 'fastify';
import { z } from 'zod';
import { type Contract, readContract } from './contract.ts';

/** An endpoint, with the schemas that its requests are checked by. */
export interface ContractRoute {
	operationId: string;
	method: HTTPMethods;
	/** In the server's notation: `/scrape/:jobId`. */
	url: string;
	/** Whether it needs no key. */
	isPublic: boolean;
	schema: FastifySchema & { 'x-validation-messages': object };
}

const parameterSchema = z.object({
	name: z.string(),
	in: z.enum(['path', 'query']),
	required: z.boolean().default(false),
	description: z.string().optional(),
	schema: z.record(z.unknown()),
});
type Parameter = z.output<typeof parameterSchema>;

/**
 * The endpoints of the contract.
 * @throws ZodError for what this does not support, such as a parameter in a header
 */
export function listContractRoutes(): ContractRoute[] {
	const contract = readContract();
	return Object.entries(contract.paths).flatMap(([path, operations]) =>
		Object.entries(operations).map(([method, operation]) => {
			const { operationId, requestBody, security } = operation;
			const parameters = z.array(parameterSchema).parse(expand(operation.parameters, contract));
			const placedIn = (place: Parameter['in']) => parameters.filter((one) => one.in === place);
			return {
				operationId,
				method: method.toUpperCase(),
				url: path.replaceAll(/{(\w+)}/g, ':$1'),
				isPublic: security?.length === 0,
				schema: {
					...describeParameters('params', placedIn('path')),
					...describeParameters('querystring', placedIn('query')),
					...(requestBody && { body: describeBody(requestBody.content, contract) }),
					'x-validation-messages': operation['x-validation-messages'],
				},
			};
		}),
	);
}

function describeParameters(part: 'params' | 'querystring', parameters: readonly Parameter[]) {
	if (parameters.length === 0) return {};
	const properties = parameters.map(({ name, description, schema }) => {
		return [name, { ...schema, ...(description !== undefined && { description }) }];
	});
	const required = parameters.filter((one) => one.required).map(({ name }) => name);
	return {
		[part]: { type: 'object', properties: Object.fromEntries(properties), required },
	};
}

/** The schema of each content type; that of JSON alone if it is the only one, which then covers a missing body. */
function describeBody(content: Record<string, { schema?: unknown }>, contract: Contract): unknown {
	const checked = Object.entries(content).filter(([, { schema }]) => schema !== undefined);
	const [[type, { schema }] = ['', {}], ...others] = checked;
	if (type === 'application/json' && others.length === 0) return expand(schema, contract);
	return { content: expand(Object.fromEntries(checked), contract) };
}

/**
 * Replaces references by what they refer to: the validator sets no defaults behind a reference. It also
 * derives the mapping of a discriminator from the alternatives and rejects an explicit one.
 */
function expand(value: unknown, contract: Contract): unknown {
	if (Array.isArray(value)) return value.map((entry) => expand(entry, contract));
	if (typeof value !== 'object' || value === null) return value;
	if ('$ref' in value) return expand(follow(String(value.$ref), contract), contract);
	const entries = Object.entries(value).map(([name, inner]): [string, unknown] =>
		name === 'discriminator'
			? [name, { ...inner, mapping: undefined }]
			: [name, expand(inner, contract)],
	);
	return Object.fromEntries(entries);
}

const REFERENCE = /^#\/components\/(\w+)\/(\w+)$/;

function follow(reference: string, { components }: Contract): unknown {
	const [, kind = '', name = ''] = REFERENCE.exec(reference) ?? [];
	const target = components[kind]?.[name];
	if (target === undefined) throw new Error(`The contract has no ${reference}`);
	return target;
}
