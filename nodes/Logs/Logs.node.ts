import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describeResources, describeSubtitle } from '../shared/operations/describeProperties';
import { runOperation } from '../shared/operations/runOperation';
import {
	listScrapeLogs,
	listSearchLogs,
	scrapeLogListing,
	searchLogListing,
} from '../shared/jobTypes/logRows';
import { createGet, createGetMany, type LogType } from './logOperations';

const resources = [
	{ value: 'scrapeLog', name: 'Scrape Log', description: 'Scrapes of the account' },
	{ value: 'searchLog', name: 'Search Log', description: 'Searches of the account' },
];

const scrapeLog: LogType = {
	resource: 'scrapeLog',
	label: 'scrape log',
	listing: scrapeLogListing,
	listMethod: 'listScrapeLogs',
	searchDescription: 'Only logs whose web address contains this',
	simplifiedFields: [
		...['uuid', 'status', 'urls', 'extraction_prompt', 'started_at', 'finished_at'],
		...['error_message', 'tokens_used', 'credits_used'],
	],
};

const searchLog: LogType = {
	resource: 'searchLog',
	label: 'search log',
	listing: searchLogListing,
	listMethod: 'listSearchLogs',
	searchDescription: 'Only logs whose query contains this',
	simplifiedFields: [
		...['uuid', 'status', 'query', 'sources', 'country', 'started_at', 'finished_at'],
		...['error_message', 'credits_used'],
	],
};

const operations = [
	createGetMany(scrapeLog),
	createGet(scrapeLog),
	createGetMany(searchLog),
	createGet(searchLog),
];

export class Logs implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Logs',
		name: 'logs',
		icon: { light: 'file:../../icons/logs.svg', dark: 'file:../../icons/logs.dark.svg' },
		group: ['input'],
		version: [1],
		subtitle: describeSubtitle(operations),
		description: 'See which scrapes and searches ran, what they returned, and what they cost',
		defaults: { name: 'Web Data Logs' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'To look up what was scraped or searched before, and its stored result, without paying again.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataExtractionApi', required: true }],
		properties: describeResources(resources, operations),
	};

	methods = { listSearch: { listScrapeLogs, listSearchLogs } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this, operations);
	}
}
