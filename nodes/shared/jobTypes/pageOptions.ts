import type { INodeProperties } from 'n8n-workflow';
import { readChoice } from '../fields/choice';
import { choiceField, named } from '../fields/field';
import { accessOptions, readAccess, fetchModeOption, readFetchMode } from '../fields/access';
import type { ParameterValues } from '../items/parameterValues';
import type { ScrapeRequest } from './scrapeJob';

const screenshotOption = named(
	'screenshot',
	choiceField(
		'none',
		{
			fullPage: 'Full Page: The whole scrollable page',
			none: 'None',
			viewport: 'Visible Area: The part that fits into the window',
		},
		'Whether and how to capture each page',
	),
);

export const pageOptions: readonly INodeProperties[] = [
	...accessOptions,
	fetchModeOption,
	screenshotOption,
];

const SCREENSHOTS: Readonly<Record<'none' | 'viewport' | 'fullPage', Omit<ScrapeRequest, 'urls'>>> =
	{
		none: {},
		viewport: { screenshot: true },
		// `api/openapi.yaml`, ScrapeRequest: fullPageScreenshot requires screenshot true.
		fullPage: { screenshot: true, fullPageScreenshot: true },
	};

/**
 * Reads how pages are opened and read, the same for single scrapes and batches; only what differs from the service's defaults.
 * @throws InputError when a value is not one of the choices
 */
export function readPageSettings(options: ParameterValues): Omit<ScrapeRequest, 'urls'> {
	return {
		...readAccess(options),
		...SCREENSHOTS[readChoice(options, screenshotOption)],
		...readFetchMode(options),
	};
}
