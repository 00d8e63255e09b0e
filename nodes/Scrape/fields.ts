import type { INodeProperties } from 'n8n-workflow';

export const promptField: INodeProperties = {
	displayName: 'Prompt',
	name: 'prompt',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. List every product with its name and price',
	description:
		'What to extract, in plain words. Leave empty to get the content of the page without AI.',
};

export const outputField: INodeProperties = {
	displayName: 'Output Format',
	name: 'output',
	type: 'options',
	options: [
		{
			name: 'Automatic',
			value: 'auto',
			description: "Markdown without a prompt, else the service's choice",
		},
		{
			name: 'JSON',
			value: 'json',
			description: 'Structured data. Without a prompt the AI extracts what the page is about.',
		},
		{
			name: 'Markdown',
			value: 'markdown',
			description: 'Text with headings, lists, links and tables',
		},
	],
	default: 'auto',
	description: 'The form of the content',
};
