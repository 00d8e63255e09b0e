import type { INodeProperties } from 'n8n-workflow';
import { choiceField, readChoice } from '../fields/choice';
import { extractionSchemaFields, readSchema } from '../fields/extractionSchema';
import { InputError } from '../items/inputError';
import { readText, type ParameterValues } from '../items/parameterValues';
import type { ScrapeRequest } from './scrapeJob';

/** What to make of the content; the same for single scrapes and batches. */
export type Extraction = Pick<ScrapeRequest, 'prompt' | 'output' | 'schema'>;

const outputFormatField = choiceField({
	displayName: 'Output Format',
	name: 'output',
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
	description: 'The form of the content. With a schema it is always JSON.',
});

export const extractionFields: readonly INodeProperties[] = [
	{
		displayName: 'Prompt',
		name: 'prompt',
		type: 'string',
		typeOptions: { rows: 3 },
		default: '',
		placeholder: 'e.g. List every product with its name and price',
		description:
			'What to extract, in plain words. Leave empty to get the content of the page without AI.',
	},
	outputFormatField,
	...extractionSchemaFields,
];

/**
 * Reads what to make of the content. Neither "Automatic" nor Markdown without a prompt ask for an
 * output: only without output and prompt does the service return raw Markdown without AI (reference,
 * POST /scrape).
 * @throws InputError when a field can't be used
 */
export function readExtraction(values: ParameterValues): Extraction {
	const prompt = readText(values, 'prompt', 'Prompt');
	const schema = readSchema(values);
	const output = readChoice(values, outputFormatField);
	if (schema && output === 'markdown') {
		throw new InputError(
			'Output Format',
			'is Markdown, but a schema is given',
			'A schema always gives JSON: choose Automatic or JSON, or set Schema to None.',
		);
	}
	const isPlainMarkdown = output === 'markdown' && prompt === '';
	return {
		...(prompt !== '' && { prompt }),
		...(output !== 'auto' && !isPlainMarkdown && { output }),
		...(schema && { schema }),
	};
}
