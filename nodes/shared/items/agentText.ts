import type { IDataObject } from 'n8n-workflow';
import { truncateResults, continueTexts, mapJson } from './truncatedText';
import { pickFields } from './records';
import { findPassages } from './passages';

/** What an agent wants to read of a result. */
export interface AgentReading {
	/** `simplified`: without what a model has no use for; `selected`: only `fields`. */
	output: 'simplified' | 'raw' | 'selected';
	fields: readonly string[];
	/** How many characters it gets at most. */
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
	ai_extraction_failed: 'No answer could be extracted: this is the text of the page.',
	extraction_empty: 'No value was found for any field.',
	lowContent:
		'There is very little text: the page may be a bot check, a cookie wall or a dead link.',
	timedOut:
		"It is not finished: this is what there is so far. The job keeps running at the service; use the operation 'Get Result' with its ID to get the rest.",
};

/** Fields that only say that all is well. */
const ALL_WELL: Readonly<Record<string, unknown>> = { success: true, jobStatus: 'completed' };

/** A picture in Markdown. Its text holds no bracket but pairs, so that none is read twice. */
const PICTURE = /!\[((?:[^[\]]|\[[^[\]]{0,200}\]){0,1000})\]\([^()\s]*(?:\s"[^"]*")?\)/g;

/** Pictures by what they show; their addresses say nothing to a model. */
function withoutPictures(text: string): string {
	return text.replace(PICTURE, (_picture, shown: string) => (shown ? `[picture: ${shown}]` : ''));
}

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
	const lean = mapJson(Object.fromEntries(entries) as IDataObject, withoutPictures);
	return notes.length > 0 ? { ...lean, note: notes.join(' ') } : lean;
}

/** The fields that were selected; where a result has none of them, what it has. */
function selectFields(json: IDataObject, fields: readonly string[]): IDataObject {
	const selected = pickFields(json, fields);
	if (Object.keys(selected).length > 0) return selected;
	const note = `None of the selected fields exist. There are: ${Object.keys(json).join(', ')}.`;
	return { note };
}

function showForAgent(json: IDataObject, { output, fields }: AgentReading): IDataObject {
	if (output === 'raw') return json;
	return output === 'selected' ? selectFields(json, fields) : stripForAgent(json);
}

/** A result with the passages of its long texts that are about the query. */
function choosePassages(json: IDataObject, query: string, maxLength: number): IDataObject {
	const notes: string[] = [];
	const chosen = mapJson(json, (text) => {
		const found = findPassages(text, query, maxLength);
		if (found.note !== undefined) notes.push(found.note);
		return found.text;
	});
	return notes.length > 0
		? { ...chosen, note: [json.note, ...notes].filter(Boolean).join(' ') }
		: chosen;
}

/** What a result is called among those that were left out. */
function describeItem(json: IDataObject): string {
	return String(json.url ?? json.fileName ?? json.title ?? json.jobId ?? 'an unnamed item');
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
	const wanted = list
		.map((json) => showForAgent(json, reading))
		.map((json) => continueTexts(json, continueAt))
		.map((json) => (query === '' ? json : choosePassages(json, query, share)));
	const { kept, leftOut } = truncateResults(wanted, maxCharacters, continueAt);
	if (leftOut === 0) return kept;
	const names = wanted.slice(kept.length).map(describeItem);
	const more = names.length > MAX_NAMED ? ' and others' : '';
	const note = `${leftOut} more items were left out: ${names.slice(0, MAX_NAMED).join(', ')}${more}. Ask for less at a time.`;
	return [...kept, { note }];
}
