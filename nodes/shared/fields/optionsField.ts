import type { INodeProperties } from 'n8n-workflow';

function sortByName(entries: readonly INodeProperties[]): INodeProperties[] {
	return [...entries].sort((a, b) => a.displayName.localeCompare(b.displayName, 'en'));
}

/**
 * The collection of optional fields, in the order n8n asks for: by name.
 * @param limits fields of waiting and spending, which are placed together below the others
 */
export function optionsField(
	entries: readonly INodeProperties[],
	limits: readonly INodeProperties[] = [],
): INodeProperties {
	return {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add option',
		default: {},
		options: [...sortByName(entries), ...sortByName(limits)],
	};
}
