import type { INodeProperties } from 'n8n-workflow';
import { InputError } from '../shared/items/inputError';
import { readText, type ParameterValues } from '../shared/items/parameterValues';
import { MAX_INSTRUCTION_LENGTH } from '../shared/jobTypes/crawlJob';

export const transformInstructionField: INodeProperties = {
	displayName: 'Prompt',
	name: 'transformInstruction',
	type: 'string',
	typeOptions: { rows: 3 },
	default: '',
	placeholder: 'e.g. Extract the title, author and date of each article',
	description:
		'What to extract from each page, in plain words. Leave empty to get the content as Markdown without AI.',
};

/**
 * Reads the transform instruction; an empty text when there is none.
 * @throws InputError when it is too long
 */
export function readTransformInstruction(values: ParameterValues): string {
	const text = readText(values, 'transformInstruction', 'Prompt');
	if (text.length > MAX_INSTRUCTION_LENGTH) {
		throw new InputError(
			'Prompt',
			`has ${text.length} characters`,
			`Shorten it to ${MAX_INSTRUCTION_LENGTH} characters.`,
		);
	}
	return text;
}
