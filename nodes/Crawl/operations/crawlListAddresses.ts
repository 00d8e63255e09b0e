import { optionsField } from '../../shared/fields/optionsField';
import { pagingFields, readLimit } from '../../shared/fields/paging';
import { readGroup, readWholeNumber } from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import { SCRAPE_TIMEOUT_SECONDS } from '../../shared/jobTypes/scrapeJob';
import type { RequestOperation } from '../../shared/operations/operation';
import { waitingOptions } from '../../shared/fields/waiting';
import { listSite } from '../addresses/listSite';
import { createReadTexts } from '../addresses/readTexts';

const timeoutOptions = waitingOptions(SCRAPE_TIMEOUT_SECONDS).filter(
	({ name }) => name === 'timeout',
);

export const crawlListAddresses: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'listAddresses',
	name: 'List Addresses',
	action: 'List addresses of website',
	description:
		'List the addresses of a website from its sitemaps and the links of its start page, without reading the pages',
	agentDescription:
		'List the addresses of a website, from its sitemaps and start page, with the dates of their last changes. Reads no pages: use it to find which addresses to read.',
	builderHint:
		'For which pages a site has: a credit for the start page and each sitemap. Filter its items, then read them with Web Data Scrape.',
	fields: [
		{
			displayName: 'Start URL',
			name: 'baseUrl',
			type: 'string',
			required: true,
			default: '',
			placeholder: 'e.g. https://example.com/',
			description: 'The site whose addresses are listed, and the page whose links are among them',
		},
		...pagingFields,
		optionsField(timeoutOptions),
	],
	prepare(values) {
		const [baseUrl = ''] = readUrls(values.baseUrl, 'Start URL', 1);
		const options = readGroup(values, 'options');
		const timeoutSeconds =
			readWholeNumber(options, 'timeout', 'Timeout', { min: 1 }) ?? SCRAPE_TIMEOUT_SECONDS;
		const limit = readLimit(values);
		return {
			sharedBy: JSON.stringify([baseUrl, limit, timeoutSeconds]),
			async run(client, signal, say) {
				const read = createReadTexts({ client, signal, timeoutSeconds });
				const { addresses, notes } = await listSite(baseUrl, { limit, read });
				for (const note of notes) say?.(note);
				return addresses.map((address) => ({ json: { ...address } }));
			},
		};
	},
};
