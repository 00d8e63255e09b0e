import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { testLogin } from '../shared/fields/login';
import { listBatches } from '../shared/jobTypes/batchJob';
import { describeResources, describeSubtitle } from '../shared/operations/describeProperties';
import { runOperation } from '../shared/operations/runOperation';
import { batchCancel, batchGetMany, batchGetResult, batchRetry } from './operations/batch';
import { pageGetResult } from './operations/pageGetResult';
import { pageScrape } from './operations/pageScrape';

const resources = [
	{ value: 'page', name: 'Page', description: 'Web pages and documents, one or a thousand' },
	{
		value: 'batch',
		name: 'Batch',
		description: 'Manage batches you have started',
	},
];

const operations = [
	pageScrape,
	pageGetResult,
	batchGetResult,
	batchGetMany,
	batchCancel,
	batchRetry,
];

export class Scrape implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Scrape',
		name: 'scrape',
		icon: { light: 'file:../../icons/scrape.svg', dark: 'file:../../icons/scrape.dark.svg' },
		group: ['input'],
		version: [1],
		subtitle: describeSubtitle(operations),
		description: 'Turn web pages into clean Markdown or structured data with a real browser',
		defaults: { name: 'Web Data Scrape' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For pages and documents whose addresses are known, one or a thousand: pass them all to one node, without a loop. Use Web Data Crawl to follow the links of a site, and Web Data Parse for files.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [
			{ name: 'webDataExtractionApi', required: true },
			{
				name: 'webDataLoginApi',
				required: true,
				testedBy: 'testLogin',
				displayOptions: { show: { 'options.useLogin': [true] } },
			},
		],
		properties: describeResources(resources, operations),
	};

	methods = { listSearch: { listBatches }, credentialTest: { testLogin } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this, operations);
	}
}
