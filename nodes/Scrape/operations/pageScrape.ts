import type { INodeProperties } from 'n8n-workflow';
import { onFailedPartOption } from '../../shared/fields/onFailedPart';
import { optionsField } from '../../shared/fields/optionsField';
import { rowOptions } from '../../shared/fields/rows';
import {
	maxJobsOption,
	waitForUncancellableJobField,
	waitingOptions,
} from '../../shared/fields/waiting';
import { readGroup, type ParameterValues } from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import { readWaiting } from '../../shared/items/waiting';
import type { JobOperation } from '../../shared/operations/operation';
import { actionFields } from '../actions/actionFields';
import { readActions } from '../actions/readActions';
import { extractionFields, readExtraction } from '../../shared/kinds/extraction';
import { pageOptions, readPageSettings } from '../../shared/kinds/pageOptions';
import { readResultView, resultFields } from '../resultView';
import {
	SCRAPE_TIMEOUT_SECONDS,
	scrapeJobKind,
	type ScrapeRequest,
} from '../../shared/kinds/scrapeJob';

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

/**
 * Reads and checks the parameters of one item.
 * @throws InputError
 */
export function readScrapeRequest(values: ParameterValues): ScrapeRequest {
	const actions = readActions(values);
	return {
		urls: readUrls(values.urls, 'URLs', MAX_URLS).map((url) => ({
			url,
			...(actions.length > 0 && { actions }),
		})),
		...readExtraction(values),
		...readPageSettings(readGroup(values, 'options')),
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
		...extractionFields,
		...actionFields,
		waitForUncancellableJobField,
		...resultFields,
		optionsField([
			...pageOptions,
			onFailedPartOption('Page'),
			...rowOptions,
			maxJobsOption,
			...waitingOptions(SCRAPE_TIMEOUT_SECONDS),
		]),
	],
	prepare(values) {
		return {
			task: {
				kind: scrapeJobKind,
				start: { submit: { method: 'POST', path: '/scrape', body: readScrapeRequest(values) } },
				...readWaiting(values, SCRAPE_TIMEOUT_SECONDS),
			},
			...readResultView(values),
		};
	},
};
