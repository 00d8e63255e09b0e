import type { INodeProperties } from 'n8n-workflow';
import { readFlag, type ParameterValues } from '../items/parameterValues';

/** Entry of the options collection: what of a page is read. */
export const mainContentOption: INodeProperties = {
	displayName: 'Main Content Only',
	name: 'extractContentOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to leave out headers, footers, navigation and sidebars before the content is read',
};

/** The field of a request for it; absent for whole pages. */
export interface MainContent {
	extractContentOnly?: true;
}

/**
 * @param defaultValue what it is where nothing is set
 * @throws InputError when it is neither true nor false
 */
export function readMainContent(options: ParameterValues, defaultValue = false): MainContent {
	const { name, displayName } = mainContentOption;
	return readFlag(options, name, displayName, defaultValue) ? { extractContentOnly: true } : {};
}
