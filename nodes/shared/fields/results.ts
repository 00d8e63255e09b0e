import type { INodeProperties } from 'n8n-workflow';
import { readAddedFlag, readFlag, readGroup, type ParameterValues } from '../items/parameterValues';
import type { RowView } from '../items/rows';
import type { OnFailedPart } from '../items/outputItem';
import { readSectionView } from './sections';
import { readChoice } from './choice';
import { choiceField, flagField, named, type ChoiceField, type Choices } from './field';

/** n8n's own name and words for this toggle. */
export const simplifyField = named(
	'simplify',
	flagField('Whether to return a simplified version of the response instead of the raw data', {
		default: true,
	}),
);

/** The same as an entry of the options collection: who adds it wants the raw response. */
export const simplifyOption = { ...simplifyField, default: false };

/**
 * Whether results are simplified, wherever the operation has its toggle.
 * @throws InputError when it is neither true nor false
 */
export function readSimplify(values: ParameterValues): boolean {
	return readFlag({ ...values, ...readGroup(values, 'options') }, simplifyField);
}

/** Entry of the options collection for rows as spreadsheets need them. */
export const flattenRowsOption = named(
	'flattenRows',
	flagField(
		"Whether nested fields become columns such as 'address.city', and lists become text with commas, as spreadsheets need. Applies to Rows of a List.",
	),
);

/** Entry of the options collection for the text beside what was extracted. */
export const includeMarkdownOption = named(
	'includeMarkdown',
	flagField("Whether to add the Markdown that was read, as 'markdown'", {
		default: true,
		displayOptions: { show: { '/get': ['record', 'answer'] } },
	}),
);

/** Entry of the options collection for what pages say about themselves. */
const includeMetadataOption = named(
	'includeMetadata',
	flagField(
		"Whether to add what the page says about itself, as 'metadata': description, language, author, publishedTime, image, canonical and siteName, as far as it states them. Works with the local service.",
		{ default: true },
	),
);

/** The same for documents. */
export const includeDocumentMetadataOption = {
	...includeMetadataOption,
	description:
		"Whether to add what the document says about itself, as 'metadata': title, author and created, as far as it states them, and its number of pages. Works with the local service.",
};

/** Entry of the options collection for where the values of an answer were read. */
export const includeSourcesOption = named(
	'includeSources',
	flagField(
		"Whether to add 'sources': for each value, the words it was read from and where they are (line and page of a document, or CSS selector on a web page). A value from a model that is not found there has a source without text. Works with the local service.",
		{ default: true, displayOptions: { show: { '/get': ['rows', 'record', 'answer'] } } },
	),
);

/**
 * What a request says about the sources of its values.
 * @param isExtracted whether it asks for values at all
 * @throws InputError when the option is neither true nor false
 */
export function readIncludeSources(
	options: ParameterValues,
	isExtracted: boolean,
): { includeSources?: true } {
	const isAdded = readAddedFlag(options, includeSourcesOption);
	return isAdded && isExtracted ? { includeSources: true } : {};
}

/** Option of jobs of several pages or documents, some of which may fail. */
export function onFailedPartOption(part: 'Document' | 'Page'): ChoiceField<OnFailedPart> {
	return named(
		`onFailed${part}`,
		choiceField(
			'return',
			{
				fail: 'Fail: Stop with a message that includes the job ID',
				leaveOut: 'Leave Out: Only return the others',
				return:
					"Return With Reason: Return an item with 'success' false and the reason as 'errorMessage'",
			},
			`What to do with a ${part.toLowerCase()} that could not be read. With the node setting 'On Error: Continue (using error output)', its item goes to the error output. Without this option, the node fails if no ${part.toLowerCase()} can be read.`,
		),
	);
}

const FAILED_EXTRACTIONS: Choices<OnFailedPart> = {
	fail: 'Fail: Stop with a message that includes the job ID, or send the item to the error output',
	leaveOut: 'Leave Out: Only return the others',
	return:
		"Return: Return the item, marked with 'aiExtractionFailed' or 'extractionEmpty', with the page's Markdown if there is no answer",
};

/** Entry of the options collection for pages that were read, but gave none of what was asked for. */
const onFailedExtractionOption = named(
	'onFailedExtraction',
	choiceField(
		'return',
		FAILED_EXTRACTIONS,
		'What to do with a page that was read but gave no data: no answer, or no value for any field',
	),
);

/** The same for documents, whose items have no such flags. */
export const onFailedDocumentExtractionOption = named(
	'onFailedExtraction',
	choiceField(
		'return',
		{
			...FAILED_EXTRACTIONS,
			return: "Return: Return the item, with the document's Markdown where there are no fields",
		},
		'What to do with a document that was read but gave no data: no fields, or none with a value',
	),
);

/** Entries of the options collection of every operation that returns what was got from pages. */
export const pageResultOptions: readonly INodeProperties[] = [
	onFailedPartOption('Page'),
	onFailedExtractionOption,
	includeMetadataOption,
	flattenRowsOption,
];

/**
 * What every operation reads that returns pages or documents.
 * @throws InputError when a value is not one of the choices
 */
export function readShownParts(values: ParameterValues, part: 'Document' | 'Page') {
	const options = readGroup(values, 'options');
	const rows: RowView = { isFlat: readFlag(options, flattenRowsOption) };
	return {
		isSimplified: readSimplify(values),
		rows,
		sections: readSectionView(values),
		includesMetadata: readAddedFlag(options, includeMetadataOption),
		onFailedPart: readChoice(options, onFailedPartOption(part)),
		onFailedExtraction: readChoice(options, onFailedExtractionOption),
	};
}

export const downloadScreenshotsOption = named(
	'downloadScreenshots',
	flagField(
		"Whether to put screenshots into binary fields whose names start with 'screenshot'. Needs 'Screenshot'.",
	),
);
