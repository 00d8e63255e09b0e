import type { INodeProperties } from 'n8n-workflow';
import { readFlag, type ParameterValues, readGroup } from '../items/parameterValues';
import type { RowView } from '../items/rows';
import type { OnFailedPart } from '../items/outputItem';
import { choiceField, readChoice, type ChoiceField } from './choice';

/** n8n's own name and words for this toggle. */
export const simplifyField: INodeProperties = {
	displayName: 'Simplify',
	name: 'simplify',
	type: 'boolean',
	default: true,
	description: 'Whether to return a simplified version of the response instead of the raw data',
};

/**
 * Whether results are simplified.
 * @throws InputError when it is neither true nor false
 */
export function readSimplify(values: ParameterValues): boolean {
	return readFlag(values, simplifyField.name, simplifyField.displayName, true);
}

/** The choice of 'Split Into Items' for rows; the same wherever answers are shown. */
export const rowChoice = {
	name: 'One Item per Row',
	value: 'row' as const,
	description: 'One item per list entry, e.g. per product',
};

/** Entries of the options collection of every operation that can give rows. */
export const rowOptions: readonly INodeProperties[] = [
	{
		displayName: 'Flatten Rows',
		name: 'flattenRows',
		type: 'boolean',
		default: false,
		description:
			"Whether nested fields become columns such as 'address.city', and lists become text with commas, as spreadsheets need. Applies to 'One Item per Row'.",
	},
	{
		displayName: 'Add Parent Fields to Rows',
		name: 'repeatFields',
		type: 'boolean',
		default: false,
		description:
			"Whether to copy fields beside the list, such as an invoice number, to each row. Applies to 'One Item per Row'.",
	},
];

/**
 * Reads how rows are shown.
 * @throws InputError when an option is neither true nor false
 */
export function readRowView(values: ParameterValues): RowView {
	const options = readGroup(values, 'options');
	return {
		isFlat: readFlag(options, 'flattenRows', 'Flatten Rows'),
		repeatsFields: readFlag(options, 'repeatFields', 'Add Parent Fields to Rows'),
	};
}

/** Option of jobs of several pages or documents, some of which may fail. */
export function onFailedPartOption(part: 'Document' | 'Page'): ChoiceField<OnFailedPart> {
	const noun = part.toLowerCase();
	return choiceField({
		displayName: `On Failed ${part}`,
		name: `onFailed${part}`,
		options: [
			{ name: 'Fail', value: 'fail', description: 'Stop with a message that includes the job ID' },
			{ name: 'Leave Out', value: 'leaveOut', description: 'Only return the others' },
			{
				name: 'Return With Reason',
				value: 'return',
				description: "Return an item with 'success' false and the reason as 'errorMessage'",
			},
		],
		default: 'return',
		description: `What to do with a ${noun} that could not be read. With the node setting 'On Error: Continue (using error output)', its item goes to the error output. Without this option, a run in which nothing could be read fails.`,
	});
}

/**
 * Reads what to do with failed parts.
 * @throws InputError when the value is not one of the choices
 */
export function readOnFailedPart(values: ParameterValues, part: 'Document' | 'Page'): OnFailedPart {
	return readChoice(readGroup(values, 'options'), onFailedPartOption(part));
}

/** Entry of the options collection for pages that were read, but gave none of what was asked for. */
export const onFailedExtractionOption = choiceField<OnFailedPart>({
	displayName: 'On Failed Extraction',
	name: 'onFailedExtraction',
	options: [
		{
			name: 'Fail',
			value: 'fail',
			description:
				'Stop with a message that includes the job ID, or send the item to the error output',
		},
		{ name: 'Leave Out', value: 'leaveOut', description: 'Only return the others' },
		{
			name: 'Return',
			value: 'return',
			description:
				"Return the item, marked with 'ai_extraction_failed' or 'extraction_empty', with the page's Markdown if there is no answer",
		},
	],
	default: 'return',
	description:
		'What to do with a page that was read but gave no data: no answer, or no value for any field',
});

/** The same for documents, whose items have no such flags. */
export const onFailedDocumentExtractionOption: typeof onFailedExtractionOption = {
	...onFailedExtractionOption,
	options: onFailedExtractionOption.options.map((option) =>
		option.value === 'return'
			? {
					...option,
					description: "Return the item, with the document's Markdown where there are no fields",
				}
			: option,
	),
	description:
		'What to do with a document that was read but gave no data: no fields, or none with a value',
};

/** @throws InputError when the value is not one of the choices */
export function readOnFailedExtraction(values: ParameterValues): OnFailedPart {
	return readChoice(readGroup(values, 'options'), onFailedExtractionOption);
}

/** Whether screenshots become binary fields. */
export const downloadScreenshotsOption: INodeProperties = {
	displayName: 'Download Screenshots',
	name: 'downloadScreenshots',
	type: 'boolean',
	default: false,
	description:
		"Whether to put screenshots into binary fields whose names start with 'screenshot'. Needs 'Screenshot'.",
};
