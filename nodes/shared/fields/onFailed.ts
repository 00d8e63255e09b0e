import type { OnFailedPart } from '../items/outputItem';
import { readGroup, type ParameterValues } from '../items/parameterValues';
import { choiceField, readChoice, type ChoiceField } from './choice';

/** What a job consists of that can fail on its own. */
type Part = 'Document' | 'Page';

/** Option of jobs of several pages or documents, some of which may fail. */
export function onFailedPartOption(part: Part): ChoiceField<OnFailedPart> {
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
export function readOnFailedPart(values: ParameterValues, part: Part): OnFailedPart {
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
