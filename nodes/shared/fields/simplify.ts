import type { INodeProperties } from 'n8n-workflow';
import { readFlag, type ParameterValues } from '../items/parameterValues';

/** n8n's own name and words for this toggle. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * Whether results are simplified.
 * @throws InputError when it is neither true nor false
 */
export function readSimplify(values: ParameterValues): boolean {
	return readFlag(values, simplifyField.name, simplifyField.displayName, true);
}
