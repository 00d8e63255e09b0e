import type { INodeProperties } from 'n8n-workflow';

/** n8n's own name and words for this toggle. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};
