import { additionalFieldsOption, withAdditionalFields } from '../../shared/fields/additionalFields';
import {
	fetchModeOption,
	readFetchMode,
	pageContentField,
	readPageContent,
	accessOptions,
	readAccess,
} from '../../shared/fields/access';
import { namedFields, numberField, textField, optionsField } from '../../shared/fields/field';
import { useLoginOn } from '../../shared/fields/login';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionOption,
	readWaiting,
} from '../../shared/fields/waiting';
import { splitPageOption } from '../../shared/fields/sections';
import {
	includeSourcesOption,
	readIncludeSources,
	simplifyOption,
} from '../../shared/fields/results';
import { readWanted, wantedFields, type Wanted } from '../../shared/fields/whatToGet';
import { columnsOf } from '../../shared/items/extractionSchema/asRows';
import {
	readGroup,
	readRequiredPrompt,
	readWholeNumber,
	type ParameterValues,
} from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import type { JobOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import { crawlJobType, type CrawlRequest } from '../../shared/jobTypes/crawlJob';
import { compareOptions, readComparison } from '../compare/compareOptions';
import { crawlPageOptions, crawlWaitingOptions, readCrawlView } from '../crawlView';
import { readScope, scopeOptions } from '../scope';

const fields = namedFields({
	baseUrl: textField(
		"Where the crawl starts. Only pages below its path are crawled, unless 'Crawl Entire Domain' is on.",
		{ displayName: 'Start URL', required: true, placeholder: 'e.g. https://example.com/blog' },
	),
	crawlInstruction: textField('Which pages to follow, in plain words', {
		typeOptions: { rows: 2 },
		required: true,
		default: 'all pages',
		placeholder: 'e.g. Follow the links to blog articles',
	}),
	// `api/openapi.yaml`, CrawlRequest.maxPages: 5 by default; each service has its own maximum.
	maxPages: numberField(
		5,
		'Maximum number of pages to read. Credits are charged per page. The hosted service allows 50, the local service 2,000 (its setting CRAWL_MAX_PAGES).',
		[1],
	),
});

/** In options: a crawl has more to say than how much of each page is read. */
const pageContentOption = {
	...pageContentField,
	displayOptions: { show: { '/get': ['markdown'] } },
};

/**
 * Reads and checks the parameters of one item.
 * @throws InputError
 */
function readCrawlRequest(given: ParameterValues, { schema, prompt }: Wanted): CrawlRequest {
	const [baseUrl = ''] = readUrls(given.baseUrl, 'Start URL', 1);
	const values = useLoginOn(given, [baseUrl], 'Start URL');
	const options = readGroup(values, 'options');
	const maxPages = readWholeNumber(values, fields.maxPages);
	const request = {
		baseUrl,
		crawlInstruction: readRequiredPrompt(
			values,
			fields.crawlInstruction,
			"Say which pages to follow, e.g. 'all pages', or 'links to blog articles'.",
		),
		...(prompt !== undefined && { transformInstruction: prompt }),
		...(schema && { schema }),
		...(maxPages !== undefined && { maxPages }),
		...readScope(options),
		...readAccess(options),
		...readPageContent(options, prompt !== undefined || schema !== undefined),
		...readFetchMode(options),
		...readIncludeSources(options, prompt !== undefined || schema !== undefined),
	};
	return withAdditionalFields(request, options);
}

export const crawlRun: JobOperation = {
	kind: 'job',
	resource: 'crawl',
	value: 'run',
	name: 'Run',
	action: 'Crawl website',
	description: 'Crawl a website from a start URL and return the content or data of its pages',
	agentDescription:
		'Read several pages of one website whose addresses are not known. Give the start address and say which links to follow. Returns the text of each page. To get data instead, give the fields as names separated by commas, e.g. name, price. For anything else, give a prompt. Slow: prefer reading known addresses.',
	builderHint:
		'The usual choice. It waits and returns one item per page, so it needs no loop and no Get Result.',
	fields: [
		fields.baseUrl,
		...wantedFields('page'),
		fields.crawlInstruction,
		fields.maxPages,
		optionsField(
			[
				...scopeOptions,
				...accessOptions,
				fetchModeOption,
				pageContentOption,
				splitPageOption,
				additionalFieldsOption,
				includeSourcesOption,
				simplifyOption,
				...crawlPageOptions,
				...compareOptions,
			],
			[cancelOnStopOption, maxJobsOption, waitForCompletionOption, ...crawlWaitingOptions],
		),
	],
	plan: perItem(({ values }) => {
		const wanted = readWanted(values);
		const body = readCrawlRequest(values, wanted);
		const { get, schema = {} } = wanted;
		const view = { get, columns: columnsOf(schema), hasAnswers: get !== 'markdown' };
		return {
			task: {
				jobType: crawlJobType,
				start: { submit: { method: 'POST', path: '/crawl', body } },
				...readWaiting(values, crawlJobType.timeoutSeconds),
			},
			...readCrawlView(values, view),
			...readComparison(readGroup(values, 'options'), body),
		};
	}),
};
