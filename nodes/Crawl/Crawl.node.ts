import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { testLogin } from '../shared/fields/login';
import { listCrawls } from '../shared/jobTypes/crawlJob';
import { describeResources, describeSubtitle } from '../shared/operations/describeProperties';
import { runOperation } from '../shared/operations/runOperation';
import { crawlDownload } from './operations/crawlDownload';
import { crawlExtract } from './operations/crawlExtract';
import { crawlListAddresses } from './operations/crawlListAddresses';
import { crawlRun } from './operations/crawlRun';
import { crawlCancel, crawlGet, crawlGetMany, crawlGetResult } from './operations/earlierCrawl';
import { pageGetMany } from './operations/pageGetMany';

const resources = [
	{ value: 'crawl', name: 'Crawl', description: 'A website, crawled from a start URL' },
	{ value: 'page', name: 'Page', description: 'The pages of a crawl' },
];

const operations = [
	crawlRun,
	crawlGetResult,
	crawlGet,
	crawlGetMany,
	crawlCancel,
	crawlExtract,
	crawlDownload,
	crawlListAddresses,
	pageGetMany,
];

export class Crawl implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Crawl',
		name: 'crawl',
		icon: { light: 'file:../../icons/crawl.svg', dark: 'file:../../icons/crawl.dark.svg' },
		group: ['input'],
		version: [1],
		subtitle: describeSubtitle(operations),
		description: 'Crawl a website from a start URL and turn its pages into Markdown or data',
		defaults: { name: 'Web Data Crawl' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For many pages of one site whose addresses are not known. Use Web Data Scrape for addresses that are known, and for browser actions.',
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

	methods = { listSearch: { listCrawls }, credentialTest: { testLogin } };

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this, operations);
	}
}
