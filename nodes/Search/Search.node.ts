import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describeOperations, describeSubtitle } from '../shared/operations/describeProperties';
import { runOperation } from '../shared/operations/runOperation';
import { cancel, getResult, search } from './operations/search';

const operations = [search, getResult, cancel];

export class Search implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Search',
		name: 'search',
		icon: { light: 'file:../../icons/search.svg', dark: 'file:../../icons/search.dark.svg' },
		group: ['input'],
		version: [1],
		subtitle: describeSubtitle(operations),
		description: 'Search web, news, images and videos and get ranked results',
		defaults: { name: 'Web Data Search' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				"To find pages by words. With 'Scrape Results' it also returns their text, so no separate scrape is needed.",
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataExtractionApi', required: true }],
		properties: describeOperations(operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this, operations);
	}
}
