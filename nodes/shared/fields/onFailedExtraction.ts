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
			description: 'Stop with a message that names the job, or send the item to the error output',
		},
		{ name: 'Leave Out', value: 'leaveOut', description: 'Only return the others' },
		{
			name: 'Return',
			value: 'return',
			description:
				"Return the item with 'ai_extraction_failed' or 'extraction_empty' true, and the page's Markdown where there is no answer",
		},
	],
	default: 'return',
	description:
		'What to do with a page that was read, but from which nothing was extracted: there is no answer, or it has no value for any field',
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
		'What to do with a document that was read, but from which nothing was extracted: there are no fields, or none has a value',
};

/** @throws InputError when the value is not one of the choices */
export function readOnFailedExtraction(values: ParameterValues): OnFailedPart {
	return readChoice(readGroup(values, 'options'), onFailedExtractionOption);
}
