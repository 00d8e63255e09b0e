import type { IDataObject } from 'n8n-workflow';
import { isRecord } from '../transport/serviceBody';

/** Texts are not cut shorter than this; rather, the last items are left out. */
const MIN_TEXT_LENGTH = 200;

function cut(text: string, maxLength: number): string {
	const rest = text.length - maxLength;
	return rest <= 0 ? text : `${text.slice(0, maxLength)}… [${rest} more characters were cut]`;
}

function cutTexts(value: unknown, maxLength: number): unknown {
	if (typeof value === 'string') return cut(value, maxLength);
	if (Array.isArray(value)) return value.map((entry) => cutTexts(entry, maxLength));
	if (!isRecord(value)) return value;
	const entries = Object.entries(value).map(([name, inner]) => [name, cutTexts(inner, maxLength)]);
	return Object.fromEntries(entries);
}

function sizeOf(value: unknown): number {
	return JSON.stringify(value).length;
}

/** The longest length to which texts can be cut so that all fits; at least the minimum. */
function findTextLength(list: readonly IDataObject[], maxCharacters: number): number {
	let low = MIN_TEXT_LENGTH;
	let high = maxCharacters;
	while (low < high) {
		const middle = Math.ceil((low + high) / 2);
		if (sizeOf(cutTexts(list, middle)) <= maxCharacters) low = middle;
		else high = middle - 1;
	}
	return low;
}

/** A result that is long by its many parts, not by a long text, is given as the start of its JSON. */
function boundOne(json: IDataObject, maxCharacters: number): IDataObject {
	return sizeOf(json) <= maxCharacters
		? json
		: { json: cut(JSON.stringify(json), Math.floor(maxCharacters * 0.8)) };
}

/**
 * Results in a size that fits into the context of a language model. Long texts are cut, each saying
 * how much is missing; when that is not enough, the last items are left out.
 * @returns the results that fit, and how many were left out
 */
export function boundResults(
	list: readonly IDataObject[],
	maxCharacters: number,
): { kept: IDataObject[]; leftOut: number } {
	if (sizeOf(list) <= maxCharacters) return { kept: [...list], leftOut: 0 };
	const textLength = findTextLength(list, maxCharacters);
	const kept: IDataObject[] = [];
	let size = 0;
	for (const json of list) {
		const bounded = boundOne(cutTexts(json, textLength) as IDataObject, maxCharacters);
		size += sizeOf(bounded);
		if (kept.length > 0 && size > maxCharacters) break;
		kept.push(bounded);
	}
	return { kept, leftOut: list.length - kept.length };
}
