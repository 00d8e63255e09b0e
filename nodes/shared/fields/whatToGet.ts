import type { INodeProperties } from 'n8n-workflow';
import { asRows } from '../items/extractionSchema/asRows';
import type { JsonSchema } from '../items/extractionSchema/checkSchema';
import { omit } from '../items/records';
import { readPrompt, readRequiredPrompt, type ParameterValues } from '../items/parameterValues';
import { askedFields, fieldsTextField, readAskedFields } from './askedFields';
import { readChoice } from './choice';
import {
	choiceField,
	flagField,
	named,
	namedFields,
	textField,
	type ChoiceField,
	type Choices,
} from './field';

/** What is made of each page or document. */
export type WhatToGet = 'markdown' | 'rows' | 'record' | 'answer';

const OTHERS = {
	rows: 'Rows of a List: One item per entry, e.g. per product, with the fields you name',
	record: 'One Record: One item with the fields you name',
	answer: 'Answer to a Prompt: What you ask for in plain words',
};

function getField<T extends WhatToGet>(
	defaultValue: NoInfer<T>,
	choices: Choices<T>,
	description: string,
): ChoiceField<T> {
	const details = { displayName: 'What to Get' };
	return named('get', choiceField(defaultValue, choices, description, details));
}

/** The one question of operations that read pages. */
const pageGetField = getField(
	'markdown',
	{ markdown: 'Page as Markdown: The content of the page as text, without AI', ...OTHERS },
	'What to get from each page',
);

/** The same for documents. */
export const documentGetField = getField(
	'markdown',
	{ markdown: 'Document as Markdown: The content of the document as text, without AI', ...OTHERS },
	'What to get from each document',
);

/** For jobs that were started earlier, or start again: what they were started for. */
export const earlierGetField = getField(
	'markdown',
	{
		markdown:
			'Page as Markdown: One item per page, with its Markdown and the answer if there is one',
		...OTHERS,
	},
	'What the job was started for',
);

/** For an extraction in plain words: what its answers are. */
export const answerGetField = getField(
	'answer',
	{
		rows: 'Rows of a List: One item per entry of a list in the answer',
		record: 'One Record: The fields of the answer on the item itself',
		answer: "Answer to a Prompt: The answer as 'content'",
	},
	'What to make of the answer over each page',
);

const onlyFor = (...get: WhatToGet[]) => ({ displayOptions: { show: { get } } });

/** A field that matters for Markdown alone. */
export const onlyForMarkdown = (field: INodeProperties): INodeProperties => ({
	...field,
	...onlyFor('markdown'),
});

/** Shown to agents who may ask for anything: see `readWanted`. */
const ONLY_OPEN_TOOL = { displayOptions: { show: { '@tool': [true], get: ['markdown'] } } };

const texts = namedFields({
	instructions: textField(
		'Anything else that helps to find the fields, in plain words. Optional.',
		{
			typeOptions: { rows: 2 },
			placeholder: 'e.g. Prices without tax, only what is in stock',
			...onlyFor('rows', 'record'),
		},
	),
	prompt: textField('What to get from each page or document, in plain words', {
		typeOptions: { rows: 3 },
		required: true,
		placeholder: 'e.g. Summarize the page in three sentences',
		...onlyFor('answer'),
	}),
});

/** The field for what to get in plain words. */
export const promptField = texts.prompt;

export const combinePagesField = named(
	'combinePages',
	flagField('Whether to give one answer for up to 3 pages of an input item, in one job', {
		...onlyFor('answer'),
	}),
);

const withoutRequired = (field: INodeProperties) => omit(field, 'required');

/**
 * What a model may fill in of a tool whose builder left *What to Get* at Markdown: fields or a prompt.
 * Both are optional there.
 */
const toolFields: readonly INodeProperties[] = [
	{
		...withoutRequired(fieldsTextField),
		description: `${fieldsTextField.description} Let the model define it: if it is empty, the agent gets Markdown.`,
		...ONLY_OPEN_TOOL,
	},
	{
		...withoutRequired(texts.prompt),
		description:
			'What to find out, in plain words. Let the model define it, or leave it empty for Markdown.',
		...ONLY_OPEN_TOOL,
	},
];

/** Makes fields visible only while fields are asked for; their own conditions stay. */
function onlyWithFields(field: INodeProperties): INodeProperties {
	const { displayOptions: { show } = {} } = field;
	return { ...field, displayOptions: { show: { ...show, get: ['rows', 'record'] } } };
}

/**
 * The question what to get, and below it what each answer to it needs.
 * @param of `page` for fields that a CSS selector may find
 */
export function wantedFields(of: 'page' | 'document'): readonly INodeProperties[] {
	return [
		of === 'page' ? pageGetField : documentGetField,
		...askedFields(of).map(onlyWithFields),
		...toolFields,
		texts.instructions,
		texts.prompt,
	];
}

/** What is wanted of pages or documents, as requests and items need it. */
export interface Wanted {
	get: WhatToGet;
	schema?: JsonSchema;
	prompt?: string;
	/** Whether a page that turns out to be a list gives its entries as rows, though one record was asked for. */
	takesListed?: true;
}

const PROMPT_FIX =
	'Describe in plain words what you want, e.g. Summarize the page in three sentences.';

function readFields(
	values: ParameterValues,
	get: 'rows' | 'record',
	maxPromptLength: number | undefined,
): Wanted {
	const { schema, field } = readAskedFields(values);
	const [instructions, ofModel] = [texts.instructions, texts.prompt].map((text) =>
		readPrompt(values, text, maxPromptLength),
	);
	const prompt = instructions || ofModel || '';
	return {
		get,
		schema: get === 'rows' ? asRows(schema, field) : schema,
		...(prompt !== '' && { prompt }),
	};
}

/**
 * Reads what to get. Of an agent's tool that is left at Markdown, what the model gives decides: fields give
 * rows where the page is a list and else a record, a prompt alone gives an answer, and nothing Markdown.
 * (n8n has no value for fields that are not shown, so that this holds for tools alone.)
 * @param maxPromptLength most characters of a prompt or of instructions. Default: 5,000
 * @throws InputError when fields or the prompt are missing, or can't be used
 */
export function readWanted(values: ParameterValues, maxPromptLength?: number): Wanted {
	const get = readChoice(values, pageGetField);
	switch (get) {
		case 'rows':
		case 'record':
			return readFields(values, get, maxPromptLength);
		case 'answer':
			return { get, prompt: readRequiredPrompt(values, texts.prompt, PROMPT_FIX, maxPromptLength) };
		case 'markdown': {
			const { [fieldsTextField.name]: names = '' } = values;
			if (names !== '' && names !== null) {
				return { ...readFields(values, 'record', maxPromptLength), takesListed: true };
			}
			const prompt = readPrompt(values, texts.prompt, maxPromptLength);
			return prompt === '' ? { get } : { get: 'answer', prompt };
		}
	}
}
