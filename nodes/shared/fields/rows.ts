import type { INodeProperties } from 'n8n-workflow';
import { readFlag, readGroup, type ParameterValues } from '../items/parameterValues';
import type { RowView } from '../items/rows';

/** The choice of 'Split Into Items' for rows; the same wherever answers are shown. */
export const rowChoice = {
	name: 'One Item per Row',
	value: 'row' as const,
	description: 'One item per list entry, e.g. per product',
};

/** Entries of the options collection of every operation that can give rows. */
export const rowOptions: readonly INodeProperties[] = [
	{
		displayName: 'Flatten Rows',
		name: 'flattenRows',
		type: 'boolean',
		default: false,
		description:
			"Whether nested fields become columns such as 'address.city', and lists become text with commas, as spreadsheets need. Applies to 'One Item per Row'.",
	},
	{
		displayName: 'Add Parent Fields to Rows',
		name: 'repeatFields',
		type: 'boolean',
		default: false,
		description:
			"Whether to copy fields beside the list, such as an invoice number, to each row. Applies to 'One Item per Row'.",
	},
];

/**
 * Reads how rows are shown.
 * @throws InputError when an option is neither true nor false
 */
export function readRowView(values: ParameterValues): RowView {
	const options = readGroup(values, 'options');
	return {
		isFlat: readFlag(options, 'flattenRows', 'Flatten Rows'),
		repeatsFields: readFlag(options, 'repeatFields', 'Add Parent Fields to Rows'),
	};
}
