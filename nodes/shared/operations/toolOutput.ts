import type { IExecuteFunctions, INodeExecutionData, INodeProperties } from 'n8n-workflow';
import { boundResults } from '../items/boundedText';
import { readWholeNumber } from '../items/parameterValues';

/** About 5,000 tokens: a page an agent can read and still think. */
const DEFAULT_MAX_CHARACTERS = 20_000;

/** Shown only while the node is a tool of an AI agent (n8n's `@tool` condition). */
export const toolOutputField: INodeProperties = {
	displayName: 'Max Characters',
	name: 'maxToolCharacters',
	type: 'number',
	typeOptions: { minValue: 1_000 },
	default: DEFAULT_MAX_CHARACTERS,
	displayOptions: { show: { '@tool': [true] } },
	description:
		'How many characters of results the agent gets at most. Long links are left out first; then long texts are cut, with a note of how much is missing.',
};

/**
 * How many characters the agent gets.
 * @throws InputError when the value is out of bounds
 */
export function readMaxCharacters(context: IExecuteFunctions): number {
	const { name, displayName, default: defaultValue } = toolOutputField;
	const value = context.getNodeParameter(name, 0, defaultValue);
	return (
		readWholeNumber({ [name]: value }, name, displayName, { min: 1_000 }) ?? DEFAULT_MAX_CHARACTERS
	);
}

/**
 * What an agent gets of the items: the first output's JSON, all of it, is put into the model's
 * context, so it is bounded here.
 */
export function boundForAgent(
	items: readonly INodeExecutionData[],
	maxCharacters: number,
): INodeExecutionData[] {
	const { kept, leftOut } = boundResults(
		items.map(({ json }) => json),
		maxCharacters,
	);
	const bounded = kept.map((json, index) => ({ ...items[index], json }));
	if (leftOut === 0) return bounded;
	const note = `${leftOut} more items were left out. Ask for less, or raise 'Max Characters'.`;
	return [...bounded, { json: { note }, pairedItem: { item: 0 } }];
}
