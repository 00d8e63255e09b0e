import type { INodeProperties } from 'n8n-workflow';
import { readCountry } from '../../shared/fields/access';
import { additionalFieldsOption, withAdditionalFields } from '../../shared/fields/additionalFields';
import { choiceField, choicesField, readChoice, readChoices } from '../../shared/fields/choice';
import { optionsField } from '../../shared/fields/optionsField';
import { limitField } from '../../shared/fields/paging';
import { downloadScreenshotsOption } from '../../shared/fields/results';
import {
	cancelOnStopOption,
	maxJobsOption,
	waitForCompletionField,
	waitingOptions,
	readWaiting,
} from '../../shared/fields/waiting';
import {
	readGroup,
	readRequiredText,
	readWholeNumber,
	type ParameterValues,
} from '../../shared/items/parameterValues';
import type { JobOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import { domainOptions, readDomains, hitScrapingOptions, readHitScraping } from '../searchOptions';
import {
	SEARCH_TIMEOUT_SECONDS,
	searchJobType,
	type SearchRequest,
} from '../../shared/jobTypes/searchJob';
import { failOnNoResultsOption, readSearchView, searchResultFields } from '../searchView';

/** `api/openapi.yaml`, SearchRequest.limit: 1 to 20 per source, 10 by default. */
const MAX_LIMIT = 20;

const sourcesField = choicesField({
	displayName: 'Sources',
	name: 'sources',
	required: true,
	options: [
		{ name: 'Web', value: 'web' },
		{ name: 'News', value: 'news' },
		{ name: 'Images', value: 'images' },
		{ name: 'Videos', value: 'videos' },
	],
	default: ['web'],
	description: 'Where to search. Credits are charged per source.',
});

const searchFields: INodeProperties[] = [
	{
		displayName: 'Query',
		name: 'query',
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. standing desk reviews',
		description: 'What to search for',
	},
	sourcesField,
	{
		...limitField,
		typeOptions: { minValue: 1, maxValue: MAX_LIMIT },
		default: 10,
		description: 'Max number of results to return per source',
	},
];

const timeRangeChoice = choiceField({
	displayName: 'Time Range',
	name: 'timeRange',
	options: [
		{ name: 'Any Time', value: 'any' },
		{ name: 'Past Day', value: 'day' },
		{ name: 'Past Hour', value: 'hour' },
		{ name: 'Past Month', value: 'month' },
		{ name: 'Past Week', value: 'week' },
		{ name: 'Past Year', value: 'year' },
	],
	default: 'any',
	description: 'Maximum age of results',
});

const searchOptions: INodeProperties[] = [
	{
		displayName: 'Country',
		name: 'country',
		type: 'string',
		default: '',
		placeholder: 'e.g. us',
		description: 'Country code, to get results of that country',
	},
	{
		displayName: 'Page',
		name: 'page',
		type: 'number',
		typeOptions: { minValue: 1 },
		default: 1,
		description: 'Page of results; positions continue from page to page',
	},
	timeRangeChoice,
	...domainOptions,
	...hitScrapingOptions,
	downloadScreenshotsOption,
	failOnNoResultsOption,
	additionalFieldsOption,
];

/**
 * Reads and checks the parameters of one item. When the node waits, so does the service: most
 * searches then take a single request (`api/openapi.yaml`, POST /search: `wait` holds up to 20 s).
 * @throws InputError
 */
function readSearchRequest(values: ParameterValues, isWaitedFor: boolean): SearchRequest {
	const options = readGroup(values, 'options');
	const limit = readWholeNumber(values, 'limit', 'Limit', { min: 1, max: MAX_LIMIT });
	const country = readCountry(options, 'country', 'Country');
	const page = readWholeNumber(options, 'page', 'Page', { min: 1 });
	const timeRange = readChoice(options, timeRangeChoice);
	const scrapeOptions = readHitScraping(options);
	const request = {
		query: readRequiredText(values, 'query', 'Query', 'Enter what to search for.'),
		sources: readChoices(values, sourcesField),
		...(limit !== undefined && { limit }),
		...(country !== '' && { country }),
		...(timeRange !== 'any' && { timeRange }),
		...(page !== undefined && page > 1 && { page }),
		...readDomains(options),
		...(scrapeOptions && { scrapeOptions }),
		...(isWaitedFor && !scrapeOptions && { wait: true }),
	};
	return withAdditionalFields(request, options);
}

export const search: JobOperation = {
	kind: 'job',
	value: 'search',
	name: 'Search',
	action: 'Search web',
	agentDescription:
		'Find pages by a query. Returns titles, addresses and short texts of results, from the sources chosen.',
	description: 'Search web, news, images or videos and return ranked results',
	builderHint: 'The usual one. It waits and returns an item per result.',
	fields: [
		...searchFields,
		waitForCompletionField,
		...searchResultFields,
		optionsField(searchOptions, [
			cancelOnStopOption,
			maxJobsOption,
			...waitingOptions(SEARCH_TIMEOUT_SECONDS),
		]),
	],
	plan: perItem(({ values }) => {
		const waiting = readWaiting(values, SEARCH_TIMEOUT_SECONDS);
		const body = readSearchRequest(values, waiting.isWaitedFor);
		return {
			task: {
				jobType: searchJobType,
				start: { submit: { method: 'POST', path: '/search', body } },
				...waiting,
			},
			...readSearchView(values),
		};
	}),
};
