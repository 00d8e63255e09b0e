import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describeResources, describeSubtitle } from '../shared/operations/describeProperties';
import { runOperation } from '../shared/operations/runOperation';
import { accountGet, usageGet } from './operations/usage';

const resources = [
	{ value: 'usage', name: 'Usage', description: 'Figures for recent days or weeks' },
	{ value: 'account', name: 'Account', description: 'Plan and credits' },
];

const operations = [usageGet, accountGet];

export class Usage implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Usage',
		name: 'usage',
		icon: { light: 'file:../../icons/usage.svg', dark: 'file:../../icons/usage.dark.svg' },
		group: ['input'],
		version: [1],
		subtitle: describeSubtitle(operations),
		description: 'See requests, AI tokens and credits over time, and what your plan has left',
		defaults: { name: 'Web Data Usage' },
		usableAsTool: true,
		builderHint: {
			searchHint: 'To check credits before a large run, and to report what was used.',
		},
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		credentials: [{ name: 'webDataExtractionApi', required: true }],
		properties: describeResources(resources, operations),
	};

	async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
		return await runOperation(this, operations);
	}
}
