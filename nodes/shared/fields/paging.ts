import { readFlag, readWholeNumber, type ParameterValues } from '../items/parameterValues';
import { flagField, namedFields, numberField } from './field';

/** n8n's own names and words for listings. */
const paging = namedFields({
	returnAll: flagField('Whether to return all results or only up to a given limit'),
	limit: numberField(50, 'Max number of results to return', [1]),
});

export const pagingFields = [
	paging.returnAll,
	{ ...paging.limit, displayOptions: { show: { returnAll: [false] } } },
];

/**
 * How many results are wanted at most; Infinity for all.
 * @throws InputError when the limit is not a whole number from 1
 */
export function readLimit(values: ParameterValues): number {
	if (readFlag(values, paging.returnAll)) return Infinity;
	return readWholeNumber(values, paging.limit) ?? Number(paging.limit.default);
}
