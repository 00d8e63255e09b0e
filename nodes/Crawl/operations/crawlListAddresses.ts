import { named, textField, optionsField } from '../../shared/fields/field';
import { pagingFields, readLimit } from '../../shared/fields/paging';
import { readGroup } from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import { scrapeJobType } from '../../shared/jobTypes/scrapeJob';
import type { RequestOperation } from '../../shared/operations/operation';
import { readTimeout, timeoutOption } from '../../shared/fields/waiting';
import { listSite } from '../addresses/listSite';
import { createReadTexts } from '../addresses/readTexts';

const startField = named(
	'baseUrl',
	textField('The site to list. The links of this page are included.', {
		displayName: 'Start URL',
		required: true,
		placeholder: 'e.g. https://example.com/',
	}),
);

export const crawlListAddresses: RequestOperation = {
	kind: 'request',
	resource: 'crawl',
	value: 'listAddresses',
	name: 'List URLs',
	action: 'List pages of website',
	description:
		'List the URLs of a website from its sitemaps and the links of its start page, without reading the pages',
	agentDescription:
		'List the addresses of a website, from its sitemaps and start page, with the dates of their last changes. Reads no pages: use it to find which addresses to read.',
	builderHint:
		'To see which pages a site has, for one credit each for the start page and every sitemap. Filter its items, then read them with Web Data Scrape.',
	fields: [
		startField,
		...pagingFields,
		optionsField([timeoutOption(scrapeJobType.timeoutSeconds)]),
	],
	prepare(values) {
		const [baseUrl = ''] = readUrls(values.baseUrl, 'Start URL', 1);
		const timeoutSeconds = readTimeout(readGroup(values, 'options'), scrapeJobType.timeoutSeconds);
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
