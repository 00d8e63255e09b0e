import type { SchemaNode, Shape } from '../schemaNode.ts';
import { isPlural, nameWords, plural } from './names.ts';

/** Words before the fields: who asks, and what for. */
const LEAD = new Set(
	'please can could you i want need to extract get return find give list scrape collect fetch show read me us only just the a an following field fields information data detail details value values of for from it its their all any both and with including'.split(
		' ',
	),
);
/** Words that no name of a field has: what they say cannot be copied from a page. */
const NOT_IN_NAMES = new Set(
	'it them they he she this that these those there is are was were be not no only than if what when where which who whose why how whether with without except most least best worst into then under over between cheapest summarize summarise translate explain describe write'.split(
		' ',
	),
);
const QUESTION = /^what(?:'s|\sis|\sare|\swas)\s/iu;
const EACH = new Set(['each', 'every', 'all']);
const FORM =
	/[\s,;(]{0,3}\b(?:as|in|into)\s(?:an?\s)?(?:valid\s)?(?:json|csv|markdown)(?:\s(?:object|format|table|list|file))?\)?$/iu;
const SOURCE =
	/\s(?:from|on|in|of)\s(?:this|the|each|every)\s(?:web\s?)?(?:page|site|website|document|file)$/iu;
const FORM_SENTENCE =
	/^(?:return|output|answer|use|give)\b[^.,]{0,40}\b(?:json|csv|markdown)\b[^.,]{0,20}$/iu;
const SEPARATORS = /,|;|&|\+|\n|\sand\s|\splus\s/iu;
const MOST_NAME_WORDS = 3;
const MOST_FIELDS = 30;
const LONGEST_PROMPT = 1_000;

/**
 * The schema that a prompt implies by the rule: a prompt is a list of names, one to three words each,
 * with commas or "and" between them; before it may stand a verb ("Extract the …"), behind it the form
 * of the answer ("as CSV"). "every THING with …", "for each THING: …" and "… of each THING" ask for a
 * list of things. Undefined for every other prompt: a part of its answer would look like the whole.
 */
export function promptSchema(prompt: string): SchemaNode | undefined {
	const sentence = onlySentence(prompt);
	if (sentence === undefined) return undefined;
	const asked = sentence.replace(QUESTION, '').replace(FORM, '').replace(SOURCE, '');
	const { thing, list } = splitThing(asked);
	const names = list.split(SEPARATORS).map(withoutLead).filter(Boolean);
	if (names.length === 0 || names.length > MOST_FIELDS || !names.every(isName)) return undefined;
	if (thing !== undefined && !isName(thing)) return undefined;
	const entry = objectNode([...new Set(names)].map((name) => [fieldName(name), valueNode(name)]));
	if (thing === undefined) return entry;
	return objectNode([[fieldName(plural(thing)), node({ kind: 'list', items: entry })]]);
}

function onlySentence(prompt: string): string | undefined {
	if (prompt.length > LONGEST_PROMPT) return undefined;
	const listed = prompt
		.trim()
		.replace(/:?\n\s{0,8}(?:[-*•]|\d{1,2}[.)])\s/gu, ', ')
		.replace(/\s+/gu, ' ');
	const [first, ...others] = listed.split(/[.!?](?:\s|$)/u).map((part) => part.trim());
	const isOne = others.every((part) => part === '' || FORM_SENTENCE.test(part));
	return isOne ? first : undefined;
}

/** The things that a list is wanted of, and the names of their fields. */
function splitThing(asked: string): { thing: string | undefined; list: string } {
	const words = asked.replace(/[()]/gu, (sign) => (sign === '(' ? ': ' : '')).split(' ');
	const each = words.findIndex((word) => EACH.has(word.toLowerCase()));
	if (each === -1) return { thing: undefined, list: words.join(' ') };
	const before = words.slice(0, each).join(' ');
	const after = words
		.slice(each + 1)
		.join(' ')
		.replace(/^(?:of )?the /iu, '');
	const isOwner =
		/\S\s(?:of|for|from)$/iu.test(before) && withoutLead(before.replace(/\s\S{1,4}$/u, '')) !== '';
	if (isOwner) return { thing: after, list: before.replace(/\s\S{1,4}$/u, '') };
	const end = /\s?[:,]|\s(?:with|including|and)\s/iu.exec(after);
	if (end === null) return { thing: undefined, list: words.join(' ') };
	return { thing: after.slice(0, end.index), list: after.slice(end.index + end[0].length) };
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
	return (
		words.length <= MOST_NAME_WORDS &&
		words.every((word) => /\p{L}/u.test(word) && !NOT_IN_NAMES.has(word))
	);
}

/** The name under which a field appears: identifiers as they are, words as one identifier. */
function fieldName(words: string): string {
	if (!/\s/u.test(words)) return words;
	const [first = '', ...others] = nameWords(words);
	return [first, ...others.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join('');
}

function objectNode(properties: [string, SchemaNode][]): SchemaNode {
	return node({ kind: 'object', isOpen: false, properties: new Map(properties) });
}

/** A plural asks for a list of values. */
function valueNode(field: string): SchemaNode {
	const value = node({ kind: 'scalar', type: 'any' });
	return isPlural(field) ? node({ kind: 'list', items: value }) : value;
}

function node(...shapes: Shape[]): SchemaNode {
	return { shapes, nullable: false, otherNames: [] };
}
