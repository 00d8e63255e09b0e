import { type Divided, pluralThing } from './clauses.ts';
import { AND, ARTICLES, ASKED_BY, QUANTIFIERS, THERE, TO, WHICH, WITH } from './functionWords.ts';
import { isAny, isContent, namesFact } from './promptWords.ts';

/** The field that a text asks for by its verb or its question word: "who wrote it", "what they cost". */
export const askedByVerb = (text: string): string | undefined =>
	ASKED_BY.find(([, pattern]) => pattern.test(text))?.[0];

/** Whether a sentence is a question, not only the name of a field: "with costs". */
function isQuestion(sentence: string): boolean {
	const [first = ''] = sentence.split(' ');
	const [start = ''] = sentence.split(/[,;]/u);
	const words = start.split(/\s+/u);
	const listing = words.findIndex((word) => isAny(word, WITH));
	const asking = words.slice(0, listing === -1 ? undefined : listing).join(' ');
	return (isAny(first, WHICH) || askedByVerb(asking) !== undefined) && !sentence.includes(':');
}

/** "Which products are there and what do they cost?": each part asks for a field, the first perhaps for things. */
export function readQuestions(sentence: string): Divided | undefined {
	if (!isQuestion(sentence)) return undefined;
	const parts = sentence.split(/,\s?(?:(?:and|und|et|y|e|en)\s)?|\s(?:and|und|et|y|e|en)\s/iu);
	let thing: string | undefined;
	const fields = parts.flatMap((part, at): string[] => {
		const quantified = quantifiedIn(part.split(/\s+/u));
		if (quantified !== undefined) thing ??= quantified;
		const known = askedByVerb(part);
		if (known !== undefined)
			return quantified === undefined || known === 'name' ? [known] : ['name', known];
		const words = part.replace(THERE, ' ').split(/\s+/u).filter(Boolean);
		const [asked = '', ...rest] = words;
		if (!isAny(asked, WHICH)) return words.length === 0 ? [] : [words.join(' ')];
		const things = at === 0 ? thingsIn(rest) : '';
		if (things === '') return [rest.join(' ')];
		thing ??= things;
		return ['name'];
	});
	return { thing: thing ?? pluralThing(sentence.split(/\s+/u)), fields };
}

/** What follows "each" or "all". */
function quantifiedIn(words: readonly string[]): string | undefined {
	const at = words.findIndex((word) => isAny(word, QUANTIFIERS));
	return at === -1 ? undefined : words.slice(at + 1).find(isContent);
}

/** The things that a question asks for behind "which"; empty where it asks for facts, or for what one thing has. */
function thingsIn(words: readonly string[]): string {
	const isOfOne =
		/\b(?:its|the|this|sein|ihr|son|sa|su|suo|zijn|der|die|das|le|la|el|il|de|het)\b/iu.test(
			words.join(' '),
		);
	const content = words.filter((word) => !isAny(word, ARTICLES, AND, TO));
	return isOfOne || namesFact(content[0] ?? '') ? '' : content.join(' ');
}
