import type { INodeProperties } from 'n8n-workflow';
import { readChoice } from '../fields/choice';
import { extractionSchemaFields, readSchema } from '../fields/extractionSchema';
import { choiceField, named, namedFields, textField } from '../fields/field';
import { InputError, readText, type ParameterValues } from '../items/parameterValues';
import type { ScrapeRequest } from './scrapeJob';

const FORMATS = {
	auto: 'Automatic: Markdown without a prompt; otherwise the service decides',
	json: 'JSON: Structured data. Without a prompt the AI extracts what the page is about.',
	markdown: 'Markdown: Text with headings, lists, links and tables',
};

const { output: outputFormatField, prompt: promptField } = namedFields({
	output: choiceField(
		'auto',
		FORMATS,
		'The form of the content. With a schema it is always JSON.',
		{ displayName: 'Output Format' },
	),
	prompt: textField(
		'What to extract, in plain words. Leave empty to get the content of the page without AI.',
		{
			typeOptions: { rows: 3 },
			placeholder: 'e.g. List every product with its name and price',
		},
	),
});

/** For answers whose content is compared, not returned. */
export const extractionFields: readonly INodeProperties[] = [
	promptField,
	outputFormatField,
	...extractionSchemaFields,
];

export const outputField = named(
	'output',
	choiceField(
		'auto',
		{
			auto: FORMATS.auto,
			fields: 'Fields: The extracted fields on the item itself, as columns',
			json: FORMATS.json,
			markdown: FORMATS.markdown,
			both: "Markdown and Fields: The answer as 'content', and the Markdown of the page as 'markdown'",
		},
		'What to return of each page. With a schema, the answer is always JSON.',
	),
);

/** For answers that are returned. */
export const scrapeExtractionFields: readonly INodeProperties[] = [
	promptField,
	outputField,
	...extractionSchemaFields,
];

/** What is asked of the service for each choice. */
const OUTPUTS: Readonly<Record<(typeof outputField)['default'], keyof typeof FORMATS>> = {
	auto: 'auto',
	json: 'json',
	markdown: 'markdown',
	fields: 'json',
	both: 'auto',
};

/**
 * Reads what to make of the content. Neither "Automatic" nor Markdown without a prompt ask for an
 * output: only without output and prompt does the service return raw Markdown without AI (`api/openapi.yaml`,
 * POST /scrape).
 * @throws InputError when a field can't be used
 */
export function readExtraction(
	values: ParameterValues,
	field: typeof outputField | typeof outputFormatField = outputFormatField,
): Pick<ScrapeRequest, 'prompt' | 'output' | 'schema'> {
	const prompt = readText(values, promptField);
	const schema = readSchema(values);
	const wanted = readChoice(values, field);
	const output = OUTPUTS[wanted];
	if (schema && output === 'markdown') {
		throw new InputError(
			field.displayName,
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
