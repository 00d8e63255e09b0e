import type { INodeProperties } from 'n8n-workflow';
import { crawlRun } from '../../../../nodes/Crawl/operations/crawlRun';
import { pageScrape } from '../../../../nodes/Scrape/operations/pageScrape';
import { search } from '../../../../nodes/Search/operations/search';
import { fieldNamer } from '../../../../nodes/shared/fields/fieldNames';
import { wantedFields } from '../../../../nodes/shared/fields/whatToGet';

const inCrawl = fieldNamer(crawlRun.fields);
const inScrape = fieldNamer(pageScrape.fields);
const inSearch = fieldNamer(search.fields);

test.each([
	[
		inCrawl,
		'Set crawlEntireDomain to follow links outside of its path, or allowSubdomains, and check includePaths and excludePaths.',
		"Set 'Crawl Entire Domain' to follow links outside of its path, or 'Allow Subdomains', and check 'Include Paths' and 'Exclude Paths'.",
	],
	[inCrawl, 'maxPages must be at most 50.', "'Max Pages' must be at most 50."],
	[inCrawl, 'transformInstruction is required.', "'Prompt' is required."],
	[inCrawl, "The value of `maxDepth` or 'maxPages'", "The value of 'Max Depth' or 'Max Pages'"],
	[
		inCrawl,
		'These fields are not known here and had no effect: scrapeMode, extractContentOnly.',
		"These fields are not known here and had no effect: 'Fetch Mode', 'Page Content'.",
	],
	[inScrape, 'proxyCountry "de" cannot be chosen', '\'Proxy Country\' "de" cannot be chosen'],
	[inScrape, 'urls[2].url is not valid.', "'URLs', entry 3, is not valid."],
	[inScrape, 'prompt: is missing', "'Prompt': is missing"],
	[inScrape, 'fullPageScreenshot requires screenshot', "'Screenshot' requires screenshot"],
	[inSearch, 'limit must be at most 20.', "'Limit' must be at most 20."],
	[inSearch, 'scrapeOptions.formats has no entry', "'Scrape Results' has no entry"],
	[inSearch, 'includeDomains and excludeDomains', "'Include Domains' and 'Exclude Domains'"],
])('names of the API are those of the fields (%#)', (show, text, expected) => {
	expect(show(text)).toBe(expected);
});

test.each([
	// plain words, other people's names, addresses and quoted values
	'Stopped after 3 pages; the limit of the site is reached',
	'query results are few',
	'The field "maxPages" was not found on the page',
	'https://shop.test/list?maxPages=3&crawlEntireDomain could not be opened',
	'shop.test/maxPages/ gave HTTP status 404',
	'ERR_NAME_NOT_RESOLVED, see errorCode and ignoreHttpsErrors',
])('and everything else stays: %s', (text) => {
	expect(inCrawl(text)).toBe(text);
});

test('the fields of the operation come before those of the others', () => {
	const named = (displayName: string): INodeProperties => ({
		displayName,
		name: 'maxPages',
		type: 'number',
		default: 1,
	});
	expect(fieldNamer([named('Mine'), named('Other')])('maxPages')).toBe("'Mine'");
	const nameFields = fieldNamer(wantedFields('page'));
	expect(nameFields('fieldsSchema or maxPages')).toBe("'JSON Schema' or maxPages");
	expect(nameFields('schema has no field')).toBe("'Fields' has no field");
});
