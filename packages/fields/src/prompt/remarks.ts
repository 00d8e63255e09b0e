import { splitFields } from './clauses.ts';
import { WITH } from './functionWords.ts';
import { readField } from './promptNames.ts';
import { isAny, isContent, namesFact } from './promptWords.ts';

const IN_BRACKETS = /\s?\(([^()]*)\)/gu;

/** A text without the remarks in its brackets, and these: "salary (only if shown)", but not "products (name, price)". */
export function withoutRemarks(text: string): { rest: string; remarks: string[] } {
	const remarks: string[] = [];
	const rest = text.replace(IN_BRACKETS, (all, inner: string, at: number) => {
		if (areFields(inner, text.slice(0, at), text.slice(at + all.length))) return all;
		remarks.push(inner.trim());
		return '';
	});
	return { rest, remarks: remarks.filter(Boolean) };
}

/** Whether brackets have the fields of a thing: one is named, and the sentence ends there; a single one only if nothing else is listed. */
function areFields(inner: string, before: string, after: string): boolean {
	const sentence = before.split(/[.?!]\s/u).at(-1) ?? '';
	const words = sentence.split(/\s+/u);
	const thing = words.findLast(isContent);
	if (thing === undefined || namesFact(thing) || !/^\s?(?:[.,;?!]|$)/u.test(after)) return false;
	const isListing = /[,;:]/u.test(sentence) || words.some((word) => isAny(word, WITH));
	const fields = splitFields(inner.split(/\s+/u));
	const areNames = fields.every((field) => readField(field)) && fields.length > 0;
	return areNames && (fields.length > 1 || (!isListing && fields.every(namesFact)));
}
