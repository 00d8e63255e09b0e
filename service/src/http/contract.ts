import { readFileSync } from 'node:fs';
import { CORE_SCHEMA, load } from 'js-yaml';
import { z } from 'zod';

const CONTRACT_FILE = new URL('../../../api/openapi.yaml', import.meta.url);

const operationSchema = z
	.object({ operationId: z.string(), security: z.array(z.unknown()).optional() })
	.passthrough();

const contractSchema = z.object({ paths: z.record(z.record(z.unknown())) }).passthrough();

type Contract = z.output<typeof contractSchema>;

/** The contract reduced to what this service can answer. */
export interface ServedContract {
	/** OpenAPI document of the requests, without the operations that have no handler. */
	specification: Contract;
	/** Operations that need no API key: the contract gives them an empty `security`. */
	publicOperations: ReadonlySet<string>;
}

/** Reads `api/openapi.yaml`. */
export function readContract(): Contract {
	const document = load(readFileSync(CONTRACT_FILE, 'utf8'), { schema: CORE_SCHEMA });
	return contractSchema.parse(document);
}

/** The contract with the operations named and no others. */
export function readServedContract(operationIds: ReadonlySet<string>): ServedContract {
	const document: unknown = JSON.parse(JSON.stringify(readContract()), dropDiscriminatorMapping);
	const contract = contractSchema.parse(document);
	const publicOperations = new Set<string>();
	const paths: Contract['paths'] = {};
	for (const [path, members] of Object.entries(contract.paths)) {
		const kept: Record<string, unknown> = {};
		for (const [name, member] of Object.entries(members)) {
			const operation = operationSchema.safeParse(member).data;
			if (operation !== undefined && !operationIds.has(operation.operationId)) continue;
			if (operation?.security?.length === 0) publicOperations.add(operation.operationId);
			kept[name] = operation === undefined ? member : { ...operation, responses: ANY_RESPONSE };
		}
		if (Object.keys(kept).some((name) => name !== 'parameters')) paths[path] = kept;
	}
	return { specification: { ...contract, paths }, publicOperations };
}

// Answers are not checked or cut by the server, so it need not know them.
const ANY_RESPONSE = { default: { description: 'See api/openapi.yaml.' } };

// The schema checker reads the mapping off the alternatives themselves and refuses a written one.
function dropDiscriminatorMapping(key: unknown, value: unknown): unknown {
	if (key !== 'discriminator' || typeof value !== 'object' || value === null) return value;
	return { ...value, mapping: undefined };
}
