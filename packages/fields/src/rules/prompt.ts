import type { JsonObject } from '@web-data-extraction/page/json';
import { toSingular } from '../singular.ts';
import { nameWords, upperFirst, wordSet } from './names.ts';

/** Words before the fields: who asks, and what for. */
const LEAD = wordSet(
	'please can could you i want need to extract return find get give list scrape collect fetch show read me us only just the a an following field fields information data detail details value values of for from it its their all any both and with including',
);
/** Words that are not part of a field's name: what they ask for cannot be copied from a page. */
const NOT_IN_NAMES = wordSet(
	'it them they he she this that these those there is are was were be not no only than if what when where which who whose why how whether with without except most least best worst in into then under over between from cheapest summarize summarise translate explain describe write',
);
/** "name and price of each item" */
const OWNED = /^(.+)\s(?:of|for|from)\s(?:each|every|all)\s(.+)$/iu;
/** "every product with its name and price", "each book: title", "all books (title, price)" */
const EACH =
	/^(?:\S+\s){0,4}(?:each|every|all)\s(?:of\s)?([^:,(]{1,60}?)(?:\s?[:,(]|\s(?:with|including|and)\s)(.+)$/iu;
const FORM =
	/[\s,;(]{0,3}\b(?:as|in|into)\s(?:an?\s)?(?:valid\s)?(?:json|csv|markdown)(?:\s(?:object|format|table|list|file))?\)?$/iu;
const SEPARATORS = /[,;&+)]|\sand\s/iu;
const MOST_NAME_WORDS = 3;
const MOST_FIELDS = 30;
const LONGEST_PROMPT = 1_000;

/**
 * The schema that a prompt implies by this rule: a prompt is one sentence that lists names, one to three
 * words each, with commas, "and" or line breaks between them; a verb may precede it
 * ("Extract the …"), the form of the answer may follow ("as CSV"). "every THING with …", "each THING: …"
 * and "… of each THING" ask for a list of things. Undefined for every other prompt: part of its answer
 * would look like the whole.
 */
export function promptSchema(prompt: string): JsonObject | undefined {
	if (prompt.length > LONGEST_PROMPT) return undefined;
	const lines = prompt.trim().replace(/:?\n\s{0,8}(?:[-*•]\s|\d{1,2}[.)]\s)?/gu, ', ');
	const asked = lines.replace(/\s+/gu, ' ').replace(/\.$/u, '').replace(FORM, '');
	const [, owned, owner] = OWNED.exec(asked) ?? [];
	const [, each, parts] = EACH.exec(asked) ?? [];
	const things = [owner ?? each ?? []].flat().map(withoutLead);
	const names = (owned ?? parts ?? asked).split(SEPARATORS).map(withoutLead).filter(Boolean);
	if (names.length === 0 || names.length > MOST_FIELDS) return undefined;
	if (![...names, ...things].every(isName)) return undefined;
	// A plural asks for a list of values.
	const fields = [...new Set(names)].map((name) => [
		fieldName(name),
		isPlural(name) ? { type: 'array' } : {},
	]);
	const entry = { type: 'object', properties: Object.fromEntries(fields) };
	const [thing] = things;
	if (thing === undefined) return entry;
	const list = { type: 'array', items: entry };
	return { type: 'object', properties: { [fieldName(plural(thing))]: list } };
}

function withoutLead(text: string): string {
	const words = text
		.replace(/["'`:]/gu, ' ')
		.trim()
		.split(/\s+/u);
	const start = words.findIndex((word) => !LEAD.has(word.toLowerCase()));
	return start === -1 ? '' : words.slice(start).join(' ');
}

function isName(text: string): boolean {
	const words = text.toLowerCase().split(' ');
	const isWord = (word: string) => /^\p{L}[\p{L}\p{N}_-]*$/u.test(word) && !NOT_IN_NAMES.has(word);
	return words.length <= MOST_NAME_WORDS && words.every(isWord);
}

/** The name under which a field appears: identifiers as they are, words as one identifier. */
function fieldName(words: string): string {
	if (!/\s/u.test(words)) return words;
	const [first = '', ...others] = nameWords(words);
	return [first, ...others.map(upperFirst)].join('');
}

/** True for a name whose last word is a plural: it asks for several values. */
function isPlural(name: string): boolean {
	const last = nameWords(name).at(-1) ?? '';
	return toSingular(last) !== last;
}

/** An English word or name in the plural; a plural stays as it is. */
function plural(name: string): string {
	if (isPlural(name)) return name;
	if (/[^aeiou]y$/iu.test(name)) return `${name.slice(0, -1)}ies`;
	return /(?:s|x|z|ch|sh)$/iu.test(name) ? `${name}es` : `${name}s`;
}
