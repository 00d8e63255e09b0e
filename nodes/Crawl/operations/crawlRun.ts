import { additionalFieldsOption, withAdditionalFields } from '../../shared/fields/additionalFields';
import {
	fetchModeOption,
	readFetchMode,
	oldMainContentOption,
	pageContentField,
	readPageContent,
	accessOptions,
	readAccess,
} from '../../shared/fields/access';
import { extractionSchemaFields, readSchema } from '../../shared/fields/extractionSchema';
import { namedFields, numberField, textField, optionsField } from '../../shared/fields/field';
import { useLoginOn } from '../../shared/fields/login';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionField,
	readWaiting,
} from '../../shared/fields/waiting';
import {
	readGroup,
	readPrompt,
	readRequiredPrompt,
	readWholeNumber,
	type ParameterValues,
} from '../../shared/items/parameterValues';
import { readUrls } from '../../shared/items/urlList';
import type { JobOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import {
	CRAWL_TIMEOUT_SECONDS,
	crawlJobType,
	type CrawlRequest,
} from '../../shared/jobTypes/crawlJob';
import {
	crawlResultFields,
	crawlResultOptions,
	crawlWaitingOptions,
	readCrawlView,
	transformInstructionField,
} from '../crawlView';
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
	// `api/openapi.yaml`, CrawlRequest.maxPages: 5 by default, at most 50.
	maxPages: numberField(
		5,
		'Maximum number of pages to read. Credits are charged per page.',
		[1, 50],
	),
});

/**
 * Reads and checks the parameters of one item.
 * @throws InputError
 */
function readCrawlRequest(given: ParameterValues): CrawlRequest {
	const [baseUrl = ''] = readUrls(given.baseUrl, 'Start URL', 1);
	const values = useLoginOn(given, [baseUrl], 'Start URL');
	const options = readGroup(values, 'options');
	const transformInstruction = readPrompt(values, transformInstructionField);
	const schema = readSchema(values);
	const maxPages = readWholeNumber(values, fields.maxPages);
	const request = {
		baseUrl,
		crawlInstruction: readRequiredPrompt(
			values,
			fields.crawlInstruction,
			"Say which pages to follow, e.g. 'all pages', or 'links to blog articles'.",
		),
		...(transformInstruction !== '' && { transformInstruction }),
		...(schema && { schema }),
		...(maxPages !== undefined && { maxPages }),
		...readScope(options),
		...readAccess(options),
		...readPageContent(values, options, transformInstruction !== '' || schema !== undefined),
		...readFetchMode(options),
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
		'Read several pages of one website whose addresses are not known. Give the start address and say which links to follow. Returns the text of each page, or what the instruction asks for. Slow: prefer reading known addresses.',
	builderHint:
		'The usual choice. It waits and returns one item per page, so it needs no loop and no Get Result.',
	fields: [
		fields.baseUrl,
		fields.crawlInstruction,
		transformInstructionField,
		...extractionSchemaFields,
		pageContentField,
		fields.maxPages,
		waitForCompletionField,
		...crawlResultFields,
		optionsField(
			[
				...scopeOptions,
				...accessOptions,
				fetchModeOption,
				oldMainContentOption,
				additionalFieldsOption,
				...crawlResultOptions,
			],
			[cancelOnStopOption, maxJobsOption, ...crawlWaitingOptions],
		),
	],
	plan: perItem(({ values }) => {
		const body = readCrawlRequest(values);
		const hasAnswers = body.transformInstruction !== undefined || body.schema !== undefined;
		return {
			task: {
				jobType: crawlJobType,
				start: { submit: { method: 'POST', path: '/crawl', body } },
				...readWaiting(values, CRAWL_TIMEOUT_SECONDS),
			},
			...readCrawlView(values, { hasAnswers }),
		};
	}),
};
