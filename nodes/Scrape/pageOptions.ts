import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../shared/items/inputError';
import { readFlag, readText, type ParameterValues } from '../shared/items/parameterValues';
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

/** Also offered where a result is taken up. */
export const downloadScreenshotsOption: INodeProperties = {
	displayName: 'Download Screenshots',
	name: 'downloadScreenshots',
	type: 'boolean',
	default: false,
	description:
		"Whether to put screenshots into binary fields of the item, starting with 'screenshot'. Works together with 'Screenshot'.",
};

/** Entries of the options collection that say how pages are opened and read. */
export const pageOptions: readonly INodeProperties[] = [
	{
		displayName: 'Cookies',
		name: 'cookies',
		type: 'string',
		typeOptions: { password: true },
		default: '',
		placeholder: 'e.g. session=abc; theme=dark',
		description:
			"Session cookies for pages behind a login: name=value pairs separated by semicolons, or rows pasted from the browser's developer tools",
	},
	downloadScreenshotsOption,
	{
		displayName: 'Main Content Only',
		name: 'extractContentOnly',
		type: 'boolean',
		default: false,
		description:
			'Whether to leave out headers, footers, navigation and sidebars before the content is read',
	},
	{
		displayName: 'Proxy Country',
		name: 'proxyCountry',
		type: 'string',
		default: '',
		placeholder: 'e.g. us, de, or eu',
		description:
			'Country code such as us, uk or de, or region: global, asia or eu. Turns the proxy on.',
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
	{
		displayName: 'Use Proxy',
		name: 'useProxy',
		type: 'boolean',
		default: false,
		description:
			'Whether to open pages in stealth mode through rotating residential addresses, for pages that turn visitors away',
	},
];

const SCREENSHOTS: Readonly<Record<string, PageSettings>> = {
	none: {},
	viewport: { screenshot: true },
	// Reference, POST /scrape: fullPageScreenshot requires screenshot true.
	fullPage: { screenshot: true, fullPageScreenshot: true },
};

/**
 * Reads how pages are opened and read; only what differs from the service's defaults.
 * @throws InputError when a value is not one of the choices
 */
export function readPageSettings(options: ParameterValues): PageSettings {
	const cookies = readText(options, 'cookies');
	const proxyCountry = readText(options, 'proxyCountry').toLowerCase();
	const screenshot = SCREENSHOTS[readText(options, 'screenshot') || 'none'];
	if (!screenshot) {
		throw new InputError(
			'Screenshot',
			`is ${JSON.stringify(options.screenshot)}`,
			'Choose None (none), Visible Area (viewport) or Full Page (fullPage).',
		);
	}
	return {
		...((readFlag(options, 'useProxy') || proxyCountry !== '') && { useProxy: true }),
		...(proxyCountry !== '' && { proxyCountry }),
		...(cookies !== '' && { cookies }),
		...screenshot,
		...(readFlag(options, 'extractContentOnly') && { extractContentOnly: true }),
	};
}
