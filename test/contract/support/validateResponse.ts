import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import addFormats from 'ajv-formats';
import Ajv2020, { type ValidateFunction } from 'ajv/dist/2020';
import { parse } from 'yaml';

const CONTRACT_FILE = resolve(__dirname, '../../../api/openapi.yaml');
const METHODS = ['get', 'post', 'put', 'delete'];

interface ResponseEntry {
	$ref?: string;
	content?: Record<string, unknown>;
}

interface Contract {
	paths: Record<
		string,
		Record<string, { operationId?: string; responses?: Record<string, ResponseEntry> }>
	>;
}

const contract: Contract = parse(
	readFileSync(CONTRACT_FILE, 'utf8'),
	// The mapping is for people and generators; AJV reads the alternatives themselves.
	(key, value) => (key === 'discriminator' ? { ...Object(value), mapping: undefined } : value),
);

const ajv = new Ajv2020({ strict: false, allErrors: true, validateSchema: false });
addFormats(ajv);
ajv.addSchema(contract, 'contract');

const validators = new Map<string, ValidateFunction>();

/**
 * Holds an answer against the contract.
 * @throws Error naming every difference; also when the contract does not know the status code
 */
export function validateResponse(operationId: string, status: number, body: unknown): void {
	const pointer = findSchema(operationId, status);
	const validate = validators.get(pointer) ?? ajv.compile({ $ref: `contract#${pointer}` });
	validators.set(pointer, validate);
	if (validate(body)) return;
	const differences = (validate.errors ?? []).map(
		({ instancePath, message }) => `  ${instancePath || '/'} ${message}`,
	);
	throw new Error(
		`${operationId} answered ${status} with a body that breaks the contract:\n` +
			`${differences.join('\n')}\n${JSON.stringify(body, null, 2)}`,
	);
}

function findSchema(operationId: string, status: number): string {
	for (const [path, members] of Object.entries(contract.paths)) {
		for (const method of METHODS) {
			const operation = members[method];
			if (operation?.operationId !== operationId) continue;
			const response = operation.responses?.[status];
			if (response === undefined) {
				throw new Error(`The contract of ${operationId} knows no status ${status}`);
			}
			const place =
				response.$ref?.slice(1) ?? `/paths/${escape(path)}/${method}/responses/${status}`;
			return `${place}/content/${escape('application/json')}/schema`;
		}
	}
	throw new Error(`The contract knows no operation ${operationId}`);
}

function escape(part: string): string {
	return encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'));
}
