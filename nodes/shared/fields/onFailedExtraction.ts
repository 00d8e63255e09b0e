import type { OnFailedPart } from '../items/outputItem';
import { readGroup, type ParameterValues } from '../items/parameterValues';
import { choiceField, readChoice } from './choice';

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
