import type { INodeProperties } from 'n8n-workflow';
import { accessOptions, readAccess } from '../fields/access';
import { InputError } from '../items/inputError';
import { readFlag, readText, type ParameterValues } from '../items/parameterValues';
import type { ScrapeRequest } from './scrapeJob';

/** How pages are opened and read; the same for single scrapes and batches. */
export type PageSettings = Pick<
	ScrapeRequest,
	| 'useProxy'
	| 'proxyCountry'
	| 'cookies'
	| 'screenshot'
	| 'fullPageScreenshot'
	| 'extractContentOnly'
>;

/** Entries of the options collection that say how pages are opened and read. */
export const pageOptions: readonly INodeProperties[] = [
	...accessOptions,
	{
		displayName: 'Main Content Only',
		name: 'extractContentOnly',
		type: 'boolean',
		default: false,
		description:
			'Whether to leave out headers, footers, navigation and sidebars before the content is read',
	},
	{
		displayName: 'Screenshot',
		name: 'screenshot',
		type: 'options',
		options: [
			{ name: 'Full Page', value: 'fullPage', description: 'The whole scrollable page' },
			{ name: 'None', value: 'none' },
			{ name: 'Visible Area', value: 'viewport', description: 'What fits into the window' },
		],
		default: 'none',
		description: 'Whether and how to capture each page',
	},
];

const SCREENSHOTS: ReadonlyMap<string, PageSettings> = new Map([
	['none', {}],
	['viewport', { screenshot: true }],
	// Reference, POST /scrape: fullPageScreenshot requires screenshot true.
	['fullPage', { screenshot: true, fullPageScreenshot: true }],
]);

/**
 * Reads how pages are opened and read; only what differs from the service's defaults.
 * @throws InputError when a value is not one of the choices
 */
export function readPageSettings(options: ParameterValues): PageSettings {
	const screenshot = SCREENSHOTS.get(readText(options, 'screenshot', 'Screenshot') || 'none');
	if (!screenshot) {
		throw new InputError(
			'Screenshot',
			`is ${JSON.stringify(options.screenshot)}`,
			'Choose None (none), Visible Area (viewport) or Full Page (fullPage).',
		);
	}
	return {
		...readAccess(options),
		...screenshot,
		...(readFlag(options, 'extractContentOnly', 'Main Content Only') && {
			extractContentOnly: true,
		}),
	};
}
