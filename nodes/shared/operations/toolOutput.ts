import {
	NodeApiError,
	NodeOperationError,
	type INodeExecutionData,
	type INodeProperties,
	type IDataObject,
} from 'n8n-workflow';
import { readChoice } from '../fields/choice';
import { choiceField, namedFields, numberField, textField } from '../fields/field';
import {
	InputError,
	type ParameterValues,
	readText,
	readWholeNumber,
	readTextList,
} from '../items/parameterValues';
import { truncateResults, continueTexts, longestText, mapTexts } from '../items/truncatedText';
import { pickFields } from '../items/records';
import { findPassages } from '../items/passages';

/** About 5,000 tokens: a page an agent can read and still think. */
const DEFAULT_MAX_CHARACTERS = 20_000;

/** How long an agent waits for a job, unless its builder says otherwise: a chat is going on. */
export const AGENT_TIMEOUT_SECONDS = 60;

const agentFields = namedFields({
	toolOutput: choiceField(
		'simplified',
		{
			raw: 'Raw: All fields, including links to files and images',
			selected: 'Selected Fields: Only the fields you name',
			simplified: 'Simplified: Main fields only',
		},
		'What the agent gets',
		{ displayName: 'Agent Output' },
	),
	toolFields: textField('Names of the fields the agent gets, separated by commas', {
		displayName: 'Fields',
		placeholder: 'e.g. url, title, content',
		displayOptions: { show: { toolOutput: ['selected'] } },
	}),
	maxToolCharacters: numberField(
		DEFAULT_MAX_CHARACTERS,
		'Maximum number of characters the agent gets. Longer texts are cut, with a note of how much is missing and where to continue.',
		[1_000],
		{ displayName: 'Max Characters' },
	),
	textQuery: textField(
		'Return only the passages of long texts that match this, with their positions. Let the model define it, or leave it empty for the whole text.',
		{ placeholder: 'e.g. delivery times and costs' },
	),
	continueAt: numberField(
		0,
		'Where to continue in a long text (the character number given at the end of the previous part). Let the model define it. Reading on starts no new job within an execution.',
		[0],
	),
});

/** Shown only while the node is a tool of an AI agent (n8n's `@tool` condition). */
export const toolFields: readonly INodeProperties[] = Object.values<INodeProperties>(
	agentFields,
).map((field) => ({
	...field,
	displayOptions: { show: { '@tool': [true], ...field.displayOptions?.show } },
}));

/**
 * What the agent wants to read.
 * @param values of `toolFields`
 * @throws InputError when a value can't be used
 */
export function readAgentOptions(values: ParameterValues): AgentReading {
	const { toolFields: selected, maxToolCharacters } = agentFields;
	const output = readChoice(values, agentFields.toolOutput);
	const fields = output === 'selected' ? readTextList(values, selected) : [];
	if (output === 'selected' && fields.length === 0) {
		throw new InputError(
			selected.displayName,
			'is empty',
			"Enter the fields that the agent gets, e.g. url, content, or set 'Agent Output' to Simplified.",
		);
	}
	return {
		output,
		fields,
		maxCharacters: readWholeNumber(values, maxToolCharacters) ?? DEFAULT_MAX_CHARACTERS,
		query: readText(values, agentFields.textQuery),
		continueAt: readWholeNumber(values, agentFields.continueAt) ?? 0,
	};
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
	const note = warnings
		.filter(isNew)
		.map((text) => text.replace(/(?<![.!?])$/, '.'))
		.join(' ');
	return [...results, ...(note === '' ? [] : [{ note }])].map((json, index) => ({
		pairedItem: { item: 0 },
		...items[index],
		json,
	}));
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

export interface AgentReading {
	/** `simplified`: without what a model has no use for; `selected`: only `fields`. */
	output: 'simplified' | 'raw' | 'selected';
	fields: readonly string[];
	maxCharacters: number;
	/** What passages of long texts must be about; empty for the texts themselves. */
	query: string;
	/** From which character of long texts on. */
	continueAt: number;
}

/** Links to files, which an agent can't open. */
const FILE_LINKS = ['markdownUrl', 'htmlUrl', 'screenshotUrl', 'screenshots', 'missingFiles'];

/** What flags mean, in words for a model. */
const FLAGS: Readonly<Record<string, string>> = {
	aiExtractionFailed: 'No answer could be extracted: this is the text of the page.',
	extractionEmpty: 'No value was found for any field.',
	lowContent:
		'There is very little text: the page may be a bot check, a cookie wall or a dead link.',
	timedOut:
		"The job is not finished; this is the result so far. It keeps running at the service; use the operation 'Get Result' with its ID to get the rest.",
};

/** Fields that only say that all is well. */
const ALL_WELL: Readonly<Record<string, unknown>> = { success: true, jobStatus: 'completed' };

/** A picture in Markdown. Its text holds no bracket but pairs, so that none is read twice. */
const PICTURE = /!\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,1000})\]\([^()\s]*(?:\s"[^"]*")?\)/g;

/** A result without what a model has no use for: nothing, links to files, flags, addresses of pictures. */
function stripForAgent(json: IDataObject): IDataObject {
	const notes = Object.entries(FLAGS).flatMap(([flag, words]) =>
		json[flag] === true ? words : [],
	);
	const entries = Object.entries(json).filter(
		([name, value]) =>
			value !== null &&
			!FILE_LINKS.includes(name) &&
			!(name in FLAGS) &&
			!(name in ALL_WELL && value === ALL_WELL[name]),
	);
	// Pictures by what they show; their addresses say nothing to a model.
	const lean = mapTexts(Object.fromEntries(entries) as IDataObject, (text) =>
		text.replace(PICTURE, (_picture, shown: string) => (shown ? `[picture: ${shown}]` : '')),
	);
	return notes.length > 0 ? { ...lean, note: notes.join(' ') } : lean;
}

/** What is wanted of a result; where it has none of the selected fields, which it has. */
function showForAgent(json: IDataObject, { output, fields }: AgentReading): IDataObject {
	if (output === 'raw') return json;
	if (output === 'simplified') return stripForAgent(json);
	const selected = pickFields(json, fields);
	if (Object.keys(selected).length > 0) return selected;
	return { note: `None of the selected fields exist. There are: ${Object.keys(json).join(', ')}.` };
}

/** A result with the passages of its long texts that are about the query. */
function choosePassages(json: IDataObject, query: string, maxLength: number): IDataObject {
	const notes: string[] = [];
	const chosen = mapTexts(json, (text) => {
		const found = findPassages(text, query, maxLength);
		if (found.note !== undefined) notes.push(found.note);
		return found.text;
	});
	return notes.length > 0
		? { ...chosen, note: [json.note, ...notes].filter(Boolean).join(' ') }
		: chosen;
}

/** What a result is called; undefined where it has no name. */
function nameOf(json: IDataObject): string | undefined {
	const { url, pageUrl, fileName, title, query, jobId, uuid } = json;
	const name = url ?? pageUrl ?? fileName ?? title ?? query ?? jobId ?? uuid;
	return name === undefined || name === null ? undefined : String(name);
}

/** Says that nothing is left to read on, instead of empty texts alone. */
function describeEnd(length: number, continueAt: number): IDataObject[] {
	if (continueAt === 0 || continueAt < length) return [];
	const note = `There is nothing after character ${continueAt}: the text ends at character ${length}. To read it again, leave 'Continue At' empty.`;
	return [{ note }];
}

/** How many of the results that were left out are named. */
const MAX_NAMED = 5;

/**
 * Results as a language model can use them: within the bound, without what it has no use for, and
 * with what is missing and how to get it.
 */
export function readForAgent(list: readonly IDataObject[], reading: AgentReading): IDataObject[] {
	const { maxCharacters, query, continueAt } = reading;
	const share = Math.floor((maxCharacters * 0.7) / Math.max(1, list.length));
	const shownResults = list.map((json) => showForAgent(json, reading));
	const wanted = continueTexts(shownResults, continueAt).map((json) =>
		query === '' ? json : choosePassages(json, query, share),
	);
	const { kept, leftOut } = truncateResults(wanted, maxCharacters, continueAt);
	if (leftOut === 0) return [...kept, ...describeEnd(longestText(shownResults), continueAt)];
	const names = wanted.slice(kept.length).flatMap((json) => nameOf(json) ?? []);
	const shown = names.slice(0, MAX_NAMED).join(', ');
	const more = leftOut > Math.min(names.length, MAX_NAMED) ? ' and others' : '';
	const which = shown === '' ? '' : `: ${shown}${more}`;
	const note = `${leftOut} more items were left out${which}. Ask for fewer at a time.`;
	return [...kept, { note }];
}
