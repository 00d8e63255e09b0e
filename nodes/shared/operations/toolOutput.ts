import {
	NodeApiError,
	NodeOperationError,
	type IExecuteFunctions,
	type INodeExecutionData,
	type INodeProperties,
} from 'n8n-workflow';
import { readForAgent, type AgentReading } from '../items/agentText';
import { choiceField, readChoice } from '../fields/choice';
import {
	InputError,
	readText,
	readWholeNumber,
	type ParameterValues,
	readTextList,
} from '../items/parameterValues';

/** About 5,000 tokens: a page an agent can read and still think. */
const DEFAULT_MAX_CHARACTERS = 20_000;

/** How long an agent waits for a job, unless its builder says otherwise: a chat is going on. */
export const AGENT_TIMEOUT_SECONDS = 60;

const maxCharactersField: INodeProperties = {
	displayName: 'Max Characters',
	name: 'maxToolCharacters',
	type: 'number',
	typeOptions: { minValue: 1_000 },
	default: DEFAULT_MAX_CHARACTERS,
	description:
		'Maximum number of characters the agent gets. Longer texts are cut, with a note of how much is missing and where to continue.',
};

const outputField = choiceField({
	displayName: 'Agent Output',
	name: 'toolOutput',
	options: [
		{
			name: 'Raw',
			value: 'raw',
			description: 'All fields, including links to files and pictures',
		},
		{ name: 'Selected Fields', value: 'selected', description: 'Only the fields you name' },
		{
			name: 'Simplified',
			value: 'simplified',
			description: 'What is useful to a model, with notes in words instead of flags',
		},
	],
	default: 'simplified',
	description: 'What the agent gets',
});

const selectedFieldsField: INodeProperties = {
	displayName: 'Fields',
	name: 'toolFields',
	type: 'string',
	default: '',
	placeholder: 'e.g. url, title, content',
	displayOptions: { show: { toolOutput: ['selected'] } },
	description: 'Names of the fields the agent gets, separated by commas',
};

const textQueryField: INodeProperties = {
	displayName: 'Text Query',
	name: 'textQuery',
	type: 'string',
	default: '',
	placeholder: 'e.g. delivery times and costs',
	description:
		'Return only the passages of long texts that match this, with their positions. Let the model define it, or leave it empty for the whole text.',
};

const continueAtField: INodeProperties = {
	displayName: 'Continue At',
	name: 'continueAt',
	type: 'number',
	typeOptions: { minValue: 0 },
	default: 0,
	description:
		'Where to continue in a long text (the character number given at the end of the previous part). Let the model define it. Reading on starts no new job within an execution.',
};

/** Shown only while the node is a tool of an AI agent (n8n's `@tool` condition). */
export const toolFields: readonly INodeProperties[] = [
	outputField,
	selectedFieldsField,
	maxCharactersField,
	textQueryField,
	continueAtField,
].map((field) => ({
	...field,
	displayOptions: { show: { '@tool': [true], ...field.displayOptions?.show } },
}));

/**
 * What the agent wants to read.
 * @throws InputError when a value can't be used
 */
export function readAgentOptions(context: IExecuteFunctions): AgentReading {
	const values = Object.fromEntries(
		toolFields.map(({ name, default: defaultValue }) => [
			name,
			context.getNodeParameter(name, 0, defaultValue),
		]),
	);
	const numberOf = ({ name, displayName }: INodeProperties, min: number) =>
		readWholeNumber(values, name, displayName, { min });
	const output = readChoice(values, outputField);
	return {
		output,
		fields: output === 'selected' ? readSelectedFields(values) : [],
		maxCharacters: numberOf(maxCharactersField, 1_000) ?? DEFAULT_MAX_CHARACTERS,
		query: readText(values, textQueryField.name, textQueryField.displayName),
		continueAt: numberOf(continueAtField, 0) ?? 0,
	};
}

/** @throws InputError when no field is named */
function readSelectedFields(values: ParameterValues): string[] {
	const { name, displayName } = selectedFieldsField;
	const names = readTextList(values[name], displayName);
	if (names.length > 0) return names;
	throw new InputError(
		displayName,
		'is empty',
		"Name the fields that the agent gets, e.g. url, content, or set 'Agent Output' to Simplified.",
	);
}

/** Whether an agent looks again at what it has had, instead of asking for something new. */
export function isReadingOn({ query, continueAt }: AgentReading): boolean {
	return query !== '' || continueAt > 0;
}

/**
 * What an agent gets of the items: the first output's JSON, all of it, is put into the model's
 * context, so it is made lean and bounded here.
 * @param warnings of the run; those that no item has become a note at the end, as agents see no hints
 */
export function shapeForAgent(
	items: readonly INodeExecutionData[],
	reading: AgentReading,
	warnings: readonly string[],
): INodeExecutionData[] {
	const results = readForAgent(
		items.map(({ json }) => json),
		reading,
	);
	const onItems = items.flatMap(({ json }) => json['warnings'] ?? []).map(String);
	const isNew = (warning: string) => !onItems.some((known) => warning.startsWith(known));
	const note = warnings.filter(isNew).map(endSentence).join(' ');
	return [...results, ...(note === '' ? [] : [{ note }])].map((json, index) => ({
		pairedItem: { item: 0 },
		...items[index],
		json,
	}));
}

function endSentence(text: string): string {
	return /[.!?]$/.test(text) ? text : `${text}.`;
}

/** An error as an agent can act on it: n8n gives a model the message alone, without the next step. */
export function addNextStep(error: unknown): unknown {
	const isOurs = error instanceof NodeOperationError || error instanceof NodeApiError;
	if (isOurs && error.description && !error.message.includes(error.description)) {
		error.message = `${error.message.replace(/\.$/, '')}. ${error.description}`;
		// n8n shows both, one below the other.
		error.description = undefined;
	}
	return error;
}
