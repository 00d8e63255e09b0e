import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifySchemaCompiler } from 'fastify';

/**
 * Compiles the schemas of the contract into checks. Only JSON bodies can be checked by a schema;
 * bodies of other types are streamed, and their handlers check them.
 */
export const compileValidator: FastifySchemaCompiler<unknown> = (part) => {
	const { schema, httpPart, contentType } = part;
	const isStreamed = contentType !== undefined && !contentType.includes('json');
	if (isStreamed || typeof schema !== 'object' || schema === null) return () => true;
	return (httpPart === 'body' ? bodyValidator : textValidator).compile(schema);
};

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
