import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';

const CONTRACT_FILE = new URL('../../../api/openapi.yaml', import.meta.url);

const fields = z.record(z.unknown());
const operationSchema = z.object({
	operationId: z.string(),
	parameters: z.array(fields).default([]),
	requestBody: z.object({ content: z.record(z.object({ schema: z.unknown() })) }).optional(),
	/** An empty list where the operation needs no key. */
	security: z.array(z.unknown()).optional(),
	'x-validation-messages': fields.default({}),
});
const contractSchema = z.object({
	paths: z.record(z.record(operationSchema)),
	components: z.record(fields),
});

/** The parts of the contract that the server needs. */
export type Contract = z.output<typeof contractSchema>;

/** Read when it is first asked for. */
let contract: Contract | undefined;

/** The part of `api/openapi.yaml` that requests are checked by. `npm run lint` checks that it is valid OpenAPI. */
export function readContract(): Contract {
	contract ??= contractSchema.parse(
		load(readFileSync(CONTRACT_FILE, 'utf8'), { schema: CORE_SCHEMA }),
	);
	return contract;
}
