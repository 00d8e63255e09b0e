import type { INodeProperties } from 'n8n-workflow';

/**
 * Fields shown only for one operation, keeping their own conditions. `resource` is absent in nodes that
 * have none.
 */
export function showFor(
	{ resource, operation }: { resource?: string; operation: string },
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
