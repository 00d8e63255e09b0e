import type { INodeProperties } from 'n8n-workflow';
import { readFlag, readWholeNumber, type ParameterValues } from '../items/parameterValues';

export const limitField = {
	displayName: 'Limit',
	name: 'limit',
	type: 'number',
	typeOptions: { minValue: 1 },
	default: 50,
	description: 'Max number of results to return',
} satisfies INodeProperties;

/** n8n's own names and words for listings. */
export const pagingFields: readonly INodeProperties[] = [
	{
		displayName: 'Return All',
		name: 'returnAll',
		type: 'boolean',
		default: false,
		description: 'Whether to return all results or only up to a given limit',
	},
	{ ...limitField, displayOptions: { show: { returnAll: [false] } } },
];

/**
 * How many results are wanted at most; Infinity for all.
 * @throws InputError when the limit is not a whole number from 1
 */
export function readLimit(values: ParameterValues): number {
	if (readFlag(values, 'returnAll', 'Return All')) return Infinity;
	return readWholeNumber(values, 'limit', 'Limit', { min: 1 }) ?? limitField.default;
}
