import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';
import type { FastifyValidationResult } from 'fastify/types/schema.js';

/**
 * Makes checks of the contract's schemas. A schema is compiled for the first request that it checks: all
 * of them together would be a sixth of the service's start. Only JSON bodies can be checked by a schema;
 * bodies of other types are streamed, and their handlers check them.
 */
export const compileValidator: FastifySchemaCompiler<unknown> = (part) => {
	const { schema, httpPart, contentType } = part;
	const isStreamed = contentType !== undefined && !contentType.includes('json');
	if (isStreamed || typeof schema !== 'object' || schema === null) return () => true;
	return compileAtFirstUse(httpPart === 'body' ? bodyValidator : textValidator, schema);
};

/** Answers as the compiled check would, which leaves its errors at itself. */
function compileAtFirstUse(ajv: Ajv2020, schema: object): FastifyValidationResult {
	let compiled: ValidateFunction | undefined;
	const check: FastifyValidationResult = (data) => {
		compiled ??= ajv.compile(schema);
		const isValid = compiled(data);
		check.errors = compiled.errors ?? null;
		return isValid;
	};
	return check;
}

function createAjv(coerceTypes: boolean): Ajv2020 {
	const ajv = new Ajv2020({
		coerceTypes,
		useDefaults: true,
		discriminator: true,
		// Messages quote the description and the limits of the schema that was broken.
		verbose: true,
		// The contract also carries what only documentation uses, such as examples.
		strict: false,
		// Schemas that refer to themselves all get the same made-up $id from the route generator.
		addUsedSchema: false,
	});
	addFormats.default(ajv);
	return ajv;
}

// Bodies are taken as they are: a number sent as text is a mistake to name, not to repair. Paths
// and queries are text on the wire, so there numbers and booleans are read out of it.
const bodyValidator = createAjv(false);
const textValidator = createAjv(true);
