import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';

/** Texts are not cut shorter than this; rather, the last items are left out. */
const MIN_TEXT_LENGTH = 200;

/** A whole text that is an address: half of one is worse than none. */
const ADDRESS = /^https?:\/\/\S+$/i;

const ENDS_ADDRESS = /[\s<>()"']/;

/** Replaces an address that took more space than a text of the shortest length. */
const LEFT_OUT = '[a long link was left out]';

/** The start of a text, which ends before the address in which it would break off. */
function startOf(text: string, maxLength: number): string {
	const start = text.slice(0, maxLength);
	if (ENDS_ADDRESS.test(text.charAt(maxLength))) return start;
	let wordStart = start.length;
	while (wordStart > 0 && !ENDS_ADDRESS.test(start.charAt(wordStart - 1))) wordStart -= 1;
	const address = start.slice(wordStart).search(/https?:\/\//i);
	return address === -1 ? start : start.slice(0, wordStart + address);
}

/** @param from where the text begins in the whole one, whose start was read before */
function cut(text: string, maxLength: number, from = 0): string {
	if (text.length <= maxLength || (ADDRESS.test(text) && text.length <= MIN_TEXT_LENGTH))
		return text;
	const start = startOf(text, maxLength);
	const rest = text.length - start.length;
	return `${start}… [${rest} more characters: continue at character ${from + start.length}]`;
}

/** The same results with each of their texts changed, at any depth. */
export function mapTexts<Json extends IDataObject | readonly IDataObject[]>(
	json: Json,
	change: (text: string) => string,
): Json {
	const map = (value: unknown): unknown => {
		if (typeof value === 'string') return change(value);
		if (Array.isArray(value)) return value.map(map);
		if (!isRecord(value)) return value;
		return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, map(inner)]));
	};
	return map(json) as Json;
}

/** The same results with each long text read on from a character; one that has ended is empty. */
export function continueTexts(list: readonly IDataObject[], from: number): readonly IDataObject[] {
	if (from === 0) return list;
	return mapTexts(list, (text) => (text.length > MIN_TEXT_LENGTH ? text.slice(from) : text));
}

/** The length of the longest text in results. */
export function longestText(list: readonly IDataObject[]): number {
	let length = 0;
	mapTexts(list, (text) => {
		length = Math.max(length, text.length);
		return text;
	});
	return length;
}

function sizeOf(value: unknown): number {
	return JSON.stringify(value).length;
}

/** The longest length to which texts can be cut so that all fits; at least the minimum. */
function findTextLength(list: readonly IDataObject[], maxCharacters: number, from: number): number {
	const fits = (length: number) =>
		sizeOf(mapTexts(list, (text) => cut(text, length, from))) <= maxCharacters;
	let low = MIN_TEXT_LENGTH;
	let high = fits(low) ? maxCharacters : low;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (fits(middle)) low = middle;
		else high = middle - 1;
	}
	return low;
}

/**
 * Results in a size that fits into the context of a language model. First long links are left out,
 * then long texts are cut, each saying how much is missing and never in the middle of an address; when
 * that is not enough, the last items are left out.
 * @param from where long texts begin in the whole ones, see `continueTexts`
 * @returns the results that fit, and how many were left out
 */
export function truncateResults(
	list: readonly IDataObject[],
	maxCharacters: number,
	from = 0,
): { kept: IDataObject[]; leftOut: number } {
	if (sizeOf(list) <= maxCharacters) return { kept: [...list], leftOut: 0 };
	const isLongLink = (text: string) => ADDRESS.test(text) && text.length > MIN_TEXT_LENGTH;
	const unlinked = mapTexts(list, (text) => (isLongLink(text) ? LEFT_OUT : text));
	if (sizeOf(unlinked) <= maxCharacters) return { kept: [...unlinked], leftOut: 0 };
	const textLength = findTextLength(unlinked, maxCharacters, from);
	const kept: IDataObject[] = [];
	let size = 0;
	for (const json of unlinked) {
		const short = mapTexts(json, (text) => cut(text, textLength, from));
		// What is long by its many parts, not by a long text, is given as the start of its JSON.
		const bounded =
			sizeOf(short) <= maxCharacters
				? short
				: { json: cut(JSON.stringify(short), Math.floor(maxCharacters * 0.8)) };
		size += sizeOf(bounded);
		if (kept.length > 0 && size > maxCharacters) break;
		kept.push(bounded);
	}
	return { kept, leftOut: list.length - kept.length };
}
