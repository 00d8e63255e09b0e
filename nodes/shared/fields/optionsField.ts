import type { INodeProperties } from 'n8n-workflow';

/** The collection of optional fields, in the order n8n asks for: by name. */
export function optionsField(entries: readonly INodeProperties[]): INodeProperties {
	const sorted = [...entries].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: sorted,
	};
}
