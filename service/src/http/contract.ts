import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';

const CONTRACT_FILE = new URL('../../../api/openapi.yaml', import.meta.url);

const operation = z.object({ security: z.array(z.unknown()).optional() }).passthrough();
const contractSchema = z
	.object({ paths: z.record(z.record(z.union([operation, z.array(z.unknown())]))) })
	.passthrough();

export type Contract = z.output<typeof contractSchema>;

/** Reads `api/openapi.yaml`. */
export function readContract(): Contract {
	const document = load(readFileSync(CONTRACT_FILE, 'utf8'), { schema: CORE_SCHEMA });
	return contractSchema.parse(document);
}

/** The contract as far as requests are checked by it. */
export function readRequestContract(): Contract {
	return contractSchema.parse(JSON.parse(JSON.stringify(readContract()), keepRequests));
}

function keepRequests(key: string, value: unknown): unknown {
	// Answers are not checked or cut by the server, so it need not know them.
	if (key === 'responses') return { default: { description: 'See api/openapi.yaml.' } };
	if (key !== 'discriminator' || typeof value !== 'object' || value === null) return value;
	// The schema checker reads the mapping off the alternatives themselves and refuses a written one.
	return { ...value, mapping: undefined };
}
