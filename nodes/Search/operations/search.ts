import type { INodeProperties } from 'n8n-workflow';
import { readCountry } from '../../shared/fields/access';
import { additionalFieldsOption, withAdditionalFields } from '../../shared/fields/additionalFields';
import { readChoice, readChoices } from '../../shared/fields/choice';
import {
	choiceField,
	choicesField,
	namedFields,
	numberField,
	textField,
	optionsField,
} from '../../shared/fields/field';
import { jobIdField } from '../../shared/fields/locator';
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
import { cancelOperation } from '../../shared/operations/cancelOperation';
import { getResultOperation } from '../../shared/operations/getResultOperation';
import type { JobOperation } from '../../shared/operations/operation';
import { perItem } from '../../shared/operations/readItems';
import { domainOptions, readDomains, hitScrapingOptions, readHitScraping } from '../searchOptions';
import { searchJobType, type SearchRequest } from '../../shared/jobTypes/searchJob';
import { failOnNoResultsOption, readSearchView, searchResultFields } from '../searchView';

const fields = namedFields({
	query: textField('What to search for', {
		required: true,
		placeholder: 'e.g. standing desk reviews',
	}),
	sources: choicesField(
		['web'],
		{ web: 'Web', news: 'News', images: 'Images', videos: 'Videos' },
		'Where to search. Credits are charged per source.',
		{ required: true },
	),
	// `api/openapi.yaml`, SearchRequest.limit: 1 to 20 per source, 10 by default.
	limit: numberField(10, 'Max number of results to return per source', [1, 20]),
});

const options = namedFields({
	country: textField('Country code, to get results for that country', { placeholder: 'e.g. us' }),
	page: numberField(1, 'Page of results to return. Positions are counted across pages.', [1]),
	timeRange: choiceField(
		'any',
		{
			any: 'Any Time',
			day: 'Past Day',
			hour: 'Past Hour',
			month: 'Past Month',
			week: 'Past Week',
			year: 'Past Year',
		},
		'Maximum age of results',
	),
});

const searchOptions: INodeProperties[] = [
	...Object.values(options),
	...domainOptions,
	...hitScrapingOptions,
	downloadScreenshotsOption,
	failOnNoResultsOption,
	additionalFieldsOption,
];

/**
 * Reads and checks the parameters of one item. When the node waits, so does the service: most
 * searches then take a single request (`api/openapi.yaml`, POST /search: `wait` waits up to 20 s).
 * @throws InputError
 */
function readSearchRequest(values: ParameterValues, isWaitedFor: boolean): SearchRequest {
	const given = readGroup(values, 'options');
	const limit = readWholeNumber(values, fields.limit);
	const country = readCountry(given, options.country);
	const page = readWholeNumber(given, options.page);
	const timeRange = readChoice(given, options.timeRange);
	const scrapeOptions = readHitScraping(given);
	const request = {
		query: readRequiredText(values, fields.query, 'Enter what to search for.'),
		sources: readChoices(values, fields.sources),
		...(limit !== undefined && { limit }),
		...(country !== '' && { country }),
		...(timeRange !== 'any' && { timeRange }),
		...(page !== undefined && page > 1 && { page }),
		...readDomains(given),
		...(scrapeOptions && { scrapeOptions }),
		...(isWaitedFor && !scrapeOptions && { wait: true }),
	};
	return withAdditionalFields(request, given);
}

export const search: JobOperation = {
	kind: 'job',
	value: 'search',
	name: 'Search',
	action: 'Search web',
	agentDescription:
		'Find pages by a query. Returns titles, addresses and short texts of results, from the sources chosen.',
	description: 'Search web, news, images or videos and return ranked results',
	builderHint: 'The usual choice. It waits and returns one item per result.',
	fields: [
		...Object.values(fields),
		waitForCompletionField,
		...searchResultFields,
		optionsField(searchOptions, [
			cancelOnStopOption,
			maxJobsOption,
			...waitingOptions(searchJobType.timeoutSeconds),
		]),
	],
	plan: perItem(({ values }) => {
		const waiting = readWaiting(values, searchJobType.timeoutSeconds);
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

export const getResult = getResultOperation({
	jobType: searchJobType,
	idField: jobIdField,
	action: 'Wait for search and get results',
	description: 'Get the results of an earlier search, waiting if it is still running',
	builderHint: 'Only for a search that another node or run started.',
	resultFields: searchResultFields,
	resultOptions: [downloadScreenshotsOption, failOnNoResultsOption],
	readView: readSearchView,
});

export const cancel = cancelOperation({
	jobType: searchJobType,
	idField: jobIdField,
	action: 'Stop search',
	description: 'Cancel a search',
});
