import type { INodeProperties } from 'n8n-workflow';

/** Where a field is shown. `resource` is absent in nodes that have none. */
export interface Place {
	resource?: string;
	operation: string;
}

/** Fields shown only for one operation, keeping their own conditions. */
export function showFor(
	{ resource, operation }: Place,
	fields: readonly INodeProperties[],
): INodeProperties[] {
	return fields.map((field) => ({
		...field,
		displayOptions: {
			...field.displayOptions,
			show: {
				...(resource !== undefined && { resource: [resource] }),
				operation: [operation],
				...field.displayOptions?.show,
			},
		},
	}));
}
