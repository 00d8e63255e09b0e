import type { INodeProperties } from 'n8n-workflow';
import { simplifyField } from '../../shared/fields/simplify';
import { byName } from '../../shared/fields/showFor';
import { waitForCompletionField, waitingOptions } from '../../shared/fields/waiting';
import { readFlag, readText, type ParameterValues } from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { readOutputFormat } from '../outputFormat';
import { describeScrapeFlags, toRawItem, toScrapeItem } from '../scrapeItems';
import { SCRAPE_TIMEOUT_SECONDS, scrapeJobKind, type ScrapeRequest } from '../scrapeJob';
import { outputField, promptField } from '../fields';

/** Reference, Limits: URLs per scrape request. */
const MAX_URLS = 3;

const urlsField: INodeProperties = {
	displayName: 'URLs',
	name: 'urls',
	type: 'string',
	typeOptions: { rows: 2 },
	required: true,
	default: '',
	placeholder: 'e.g. https://example.com/pricing',
	description:
		'One to three web addresses of pages or documents, one per line. An expression may also give a list. With several addresses the AI answers once over all of them.',
};

/** Reads and checks the parameters of one item. */
export function readScrapeRequest(values: ParameterValues): ScrapeRequest {
	const prompt = readText(values, 'prompt');
	const output = readOutputFormat(values);
	return {
		urls: readUrls(values.urls, 'URLs', MAX_URLS).map((url) => ({ url })),
		...(prompt !== '' && { prompt }),
		...(output !== undefined && { output }),
	};
}

export const pageScrape: JobOperation = {
	kind: 'job',
	resource: 'page',
	value: 'scrape',
	name: 'Scrape',
	action: 'Scrape web pages',
	description:
		'Open one to three web pages or documents in a real browser and return their content as Markdown or structured data',
	fields: [
		urlsField,
		promptField,
		outputField,
		waitForCompletionField,
		simplifyField,
		{
			displayName: 'Options',
			name: 'options',
			type: 'collection',
			placeholder: 'Add option',
			default: {},
			options: byName(waitingOptions(SCRAPE_TIMEOUT_SECONDS)),
		},
	],
	prepare(values) {
		const isSimplified = readFlag(values, 'simplify');
		return {
			task: {
				kind: scrapeJobKind,
				start: { submit: { method: 'POST', path: '/scrape', body: readScrapeRequest(values) } },
				...readWaiting(values, SCRAPE_TIMEOUT_SECONDS),
			},
			toItems: (answer) => [isSimplified ? toScrapeItem(answer) : toRawItem(answer)],
			toHints: describeScrapeFlags,
		};
	},
};
