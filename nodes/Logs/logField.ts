import type { INodeProperties } from 'n8n-workflow';

/**
 * The field to pick a log: from a list with readable labels, or by ID.
 * @param searchListMethod the node's list method that fills it
 */
export function logField(searchListMethod: string): INodeProperties {
	return {
		displayName: 'Log',
		name: 'logId',
		type: 'resourceLocator',
		required: true,
		default: { mode: 'list', value: '' },
		description: 'The log to get',
		modes: [
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Select a log...',
				typeOptions: { searchListMethod, searchable: true },
			},
			{
				displayName: 'By ID',
				name: 'id',
				type: 'string',
				placeholder: 'e.g. 31fa55d0-6b0e-4b0f-8a5e-0f4a4d1f2c33',
			},
		],
	};
}
