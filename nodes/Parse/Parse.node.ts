import {
	NodeConnectionTypes,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeType,
	type INodeTypeDescription,
} from 'n8n-workflow';
import { describeResources, describeSubtitle } from '../shared/operations/describeProperties';
import { runOperation } from '../shared/operations/runOperation';
import { documentEstimate } from './operations/documentEstimate';
import { documentParse } from './operations/documentParse';
import { documentParseBatch } from './operations/documentParseBatch';
import { documentGetBatchResult, documentGetResult } from './operations/earlierDocument';
import { fileDelete, fileUpload } from './operations/storedFile';

const resources = [
	{ value: 'document', name: 'Document', description: 'A document to turn into Markdown or data' },
	{ value: 'file', name: 'File', description: 'A file stored at the service' },
];

const operations = [
	documentParse,
	documentParseBatch,
	documentGetResult,
	documentGetBatchResult,
	documentEstimate,
	fileUpload,
	fileDelete,
];

export class Parse implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'Web Data Parse',
		name: 'parse',
		icon: { light: 'file:../../icons/parse.svg', dark: 'file:../../icons/parse.dark.svg' },
		group: ['input'],
		version: [1],
		subtitle: describeSubtitle(operations),
		description: 'Turn PDF, Word, Excel, PowerPoint and other documents into Markdown or data',
		defaults: { name: 'Web Data Parse' },
		usableAsTool: true,
		builderHint: {
			searchHint:
				'For files and links to documents (PDF, Office, images). Web pages are read by Web Data Scrape.',
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
