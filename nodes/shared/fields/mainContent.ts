import type { INodeProperties } from 'n8n-workflow';
import { readFlag, type ParameterValues } from '../items/parameterValues';
import { choiceField, readChoice } from './choice';

/** Entry of the options collection: what of a page is read. */
export const mainContentOption: INodeProperties = {
	displayName: 'Main Content Only',
	name: 'extractContentOnly',
	type: 'boolean',
	default: false,
	description:
		'Whether to leave out headers, footers, navigation and sidebars before the content is read',
};

/** The same for nodes that have `pageContentField` since version 1.1. */
export const oldMainContentOption: INodeProperties = {
	...mainContentOption,
	displayOptions: { show: { '@version': [1] } },
};

/** What of a page is read, for nodes since version 1.1: shown beside the other main fields. */
export const pageContentField = choiceField({
	displayName: 'Page Content',
	name: 'pageContent',
	displayOptions: { hide: { '@version': [1] } },
	options: [
		{
			name: 'Automatic',
			value: 'automatic',
			description: 'Main content for Markdown, the whole page for data, links and images',
		},
		{
			name: 'Main Content',
			value: 'main',
			description: 'Without menus, headers, footers and sidebars',
		},
		{ name: 'Whole Page', value: 'whole', description: 'Everything that the page shows' },
	],
	default: 'automatic',
	description:
		'How much of each page to read. Choose Whole Page if something is missing from the content.',
});

/**
 * The field of a request for it; absent for whole pages.
 * @param defaultValue what it is where nothing is set
 * @throws InputError when it is neither true nor false
 */
export function readMainContent(
	options: ParameterValues,
	defaultValue = false,
): { extractContentOnly?: true } {
	const { name, displayName } = mainContentOption;
	return readFlag(options, name, displayName, defaultValue) ? { extractContentOnly: true } : {};
}

/** Whether a node was added before version 1.1: it stays as it was. */
export function isOldNode(values: ParameterValues): boolean {
	return values[pageContentField.name] === undefined;
}

/**
 * Reads what of a page is wanted. The option decides where it is set; workflows of version 1 have
 * nothing else.
 * @param isWholeNeeded whether more than the text is wanted: data, links, images
 * @throws InputError when a value can't be used
 */
export function readPageContent(
	values: ParameterValues,
	options: ParameterValues,
	isWholeNeeded: boolean,
): ReturnType<typeof readMainContent> {
	if (isOldNode(values) || options[mainContentOption.name] !== undefined) {
		return readMainContent(options);
	}
	const wanted = readChoice(values, pageContentField);
	const isMain = wanted === 'main' || (wanted === 'automatic' && !isWholeNeeded);
	return isMain ? { extractContentOnly: true } : {};
}
