import type { JsonObject } from '@web-data-extraction/page/json';
import { type Meaning, meaningOf } from '../entries/meanings.ts';
import { nameWords, upperFirst } from '../rules/names.ts';
import { toSingular } from '../singular.ts';
import {
	AND,
	ARTICLES,
	ASKED_BY,
	BEYOND,
	FUSED,
	LISTS,
	OF,
	ORDERS,
	QUANTIFIERS,
	THERE,
	TO,
	WHICH,
	WITH,
} from './functionWords.ts';

/** What a prompt asks for. */
export interface AskedByPrompt {
	/** With a list of objects where a list is meant; undefined when something was not understood. */
	schema?: JsonObject;
	/** Its parts that were not understood, in its own words. */
	notUnderstood: string[];
}

const LONGEST_PROMPT = 1_000;
const MOST_FIELDS = 30;
const MOST_NAME_WORDS = 4;
const MOST_THING_WORDS = 5;
/** Words of other languages are not singular because they lack an s. */
const ENGLISH =
	/(?:^|\s)(?:and|with|the|of|each|every|all|from|for|list|which|what|who)(?:\s|$)|^[a-z]+:/iu;
/** The list of a prompt that says that it wants one, but not of what. */
const LIST_NAME = 'items';
const FORM = String.raw`(?:valid\s)?(?:json|csv|markdown)?\s?(?:json|csv|markdown|table|list|array|objects?|format|file|tabelle|liste|tableau|tabla|tabela|tabella|lista|tabel|lijst)`;
/** "as a JSON array", "in Form einer Tabelle" */
const IN_FORM = new RegExp(
	String.raw`(?<!\p{L})(?:as|in|into|als|en|im|sous\sforme\sde|como|come|em|in\sform)\s(?:an?\s|eine?r?\s|une?\s|una?\s|uma\s|een\s|formato?\s)?${FORM}(?:\s(?:array|object|objects|format|table|list|file))?(?!\p{L})\)?`,
	'giu',
);
/** "on this page", "auf dieser Seite": where everything is. */
const HERE =
	/(?<!\p{L})(?:on|from|of|in|at|auf|von|aus|sur|de|dans|en|em|da|su|in|op|van)\s(?:this|the|that|dieser|diesem|der|dem|cette|la|esta|essa|esta|questa|deze|de)\s(?:(?:web\s?)?page|web\s?site|site|shop|store|thread|webseite|seite|liste|page|página|pagina|sito|tienda|loja|negozio|boutique|winkel)(?!\p{L})/giu;
/** "number of reviews": the name goes on behind such a noun. */
const COUNT = /^(?:number|count|anzahl|zahl|nombre|número|numero|aantal)\s/iu;
/** Any of these asks for all of a page's contact details. */
const CONTACTS =
	/^(?:contacts?|contact (?:details?|info|information|data)|kontakt(?:daten|informationen|angaben)?|coordonnées|contactos?|datos de contacto|contatos?|dados de contato|contatti|contatto|contactgegevens)$/iu;
const CONTACT_FIELDS = ['emails', 'phones', 'address', 'social media links'];
const WORD = /^\p{L}[\p{L}\p{N}_.-]*$/u;

/**
 * What a prompt in plain words asks for, by one grammar: orders in front; then `THINGS with FIELDS`,
 * `FIELDS of each THING`, `THINGS: FIELDS`, `for each THING, FIELDS`, or FIELDS alone; or questions, of
 * which each asks for a field. Only the function words of seven languages are known.
 */
export function readPrompt(prompt: string): AskedByPrompt {
	const text = tidy(prompt);
	if (prompt.length > LONGEST_PROMPT) return { notUnderstood: [`${text.slice(0, 60)}…`] };
	const [sentence = '', ...others] = text.split(/(?<=\p{L}{2,}[.?!])\s+(?=\p{L})/u);
	if (others.length > 0) return { notUnderstood: others };
	const { thing, fields, hasThing = false } = divide(sentence.replace(/[.?!]/gu, ' ').trim());
	const asked = fields.map(readField);
	const notUnderstood = asked.flatMap((field, at) =>
		field === undefined ? [fields[at] ?? ''] : [],
	);
	const things = thing === undefined ? undefined : readThing(thing);
	if (thing !== undefined && things === undefined) notUnderstood.unshift(thing);
	const named = asked.filter((field) => field !== undefined && field !== '') as string[];
	const names = named.flatMap((name) => (CONTACTS.test(name) ? CONTACT_FIELDS : [name]));
	if (names.length > MOST_FIELDS || (names.length === 0 && notUnderstood.length === 0))
		notUnderstood.push(text);
	if (notUnderstood.length > 0) return { notUnderstood };
	const isEnglish = ENGLISH.test(text);
	const title = hasThing && isEnglish ? titleOf(things, names) : [];
	return { schema: schemaOf([...title, ...names], things, isEnglish), notUnderstood };
}

/** The name under which things themselves are asked for; none where their names are. */
function titleOf(things = LIST_NAME, names: readonly string[]): string[] {
	const isTitled = names.some((name) => meaning(name) === 'title');
	return isTitled || things === LIST_NAME ? [] : [singular(things)];
}

/** One line, without the form of the answer and where everything is; short forms are words. */
function tidy(prompt: string): string {
	return prompt
		.trim()
		.replace(/:?\n\s{0,8}(?:[-*•]\s|\d{1,2}[.)]\s)?/gu, ', ')
		.replace(/(\p{L})['’]s\s/gu, '$1 with ')
		.replace(/(?<!\p{L})(l|d|dell|all|nell|un)['’](?=\p{L})/giu, '$1 ')
		.replace(/(\p{L})-(moi|nous|me)(?!\p{L})/giu, '$1 $2')
		.replace(/["“”„«»`]/gu, ' ')
		.replace(/\s+/gu, ' ')
		.replace(IN_FORM, '')
		.replace(HERE, '')
		.trim();
}

interface Divided {
	/** What is listed; undefined where that is not said. */
	thing: string | undefined;
	fields: string[];
	/** The things are asked for themselves, not only their fields: "all companies with their rating". */
	hasThing?: boolean;
}

/** A word without marks around it. */
const bare = (word: string): string => word.replace(/[,;:()]/gu, '');
const lower = (word: string): string => bare(word).toLowerCase();
const isAny = (word: string, ...sets: ReadonlyArray<ReadonlySet<string>>): boolean =>
	sets.some((set) => set.has(lower(word)));

const isContent = (word: string): boolean =>
	/\p{L}/u.test(word) && !isAny(word, ORDERS, ARTICLES, OF, LISTS, AND);

function divide(sentence: string): Divided {
	const questions = readQuestions(sentence);
	if (questions !== undefined) return questions;
	const words = sentence
		.replace(/([:(])/gu, ' $1 ')
		.replaceAll(')', ' ')
		.split(/\s+/u)
		.filter(Boolean);
	const quantifier = words.findIndex((word) => isAny(word, QUANTIFIERS));
	const divider = words.findIndex((word) => isAny(word, WITH) || word === ':' || word === '(');
	if (
		quantifier >= 0 &&
		words.slice(0, quantifier).some(isContent) &&
		(divider === -1 || quantifier < divider)
	) {
		const rest = words.slice(quantifier);
		return { thing: rest.join(' '), fields: split(words.slice(0, quantifier)) };
	}
	if (divider > 0) return divideAt(words, divider);
	const comma = words.findIndex((word) => word.endsWith(','));
	if (quantifier >= 0 && comma > quantifier) {
		return {
			thing: words.slice(quantifier, comma + 1).join(' '),
			fields: split(words.slice(comma + 1)),
		};
	}
	return { thing: undefined, fields: split(words) };
}

/** What is listed in front of "with", a colon or a bracket, and the fields behind it. */
function divideAt(words: readonly string[], divider: number): Divided {
	const head = words.slice(0, divider);
	const fields = split(words.slice(divider + 1));
	const isNamed = head.some((word) => isContent(word) && !isAny(word, QUANTIFIERS));
	const isList =
		head.some((word) => isAny(word, LISTS, QUANTIFIERS)) ||
		words[divider] !== ':' ||
		isPlural(head.findLast(isContent) ?? '');
	if (!isNamed || !isList) return { thing: undefined, fields };
	return { thing: head.join(' '), fields, hasThing: words[divider] !== ':' };
}

function split(words: readonly string[]): string[] {
	const parts: string[][] = [[]];
	for (const word of words) {
		if (isAny(word, AND) && !/[,;]$/u.test(word)) parts.push([]);
		else {
			parts.at(-1)?.push(bare(word));
			if (/[,;]$/u.test(word)) parts.push([]);
		}
	}
	return parts
		.map((part) => part.filter((word) => /[\p{L}\p{N}]/u.test(word)).join(' '))
		.filter(Boolean);
}

/** "Which products are there and what do they cost?": each part asks for a field, the first perhaps for things. */
function readQuestions(sentence: string): Divided | undefined {
	const [first = ''] = sentence.split(' ');
	const isQuestion =
		isAny(first, WHICH) ||
		ASKED_BY.some(([, pattern]) => pattern.test(sentence.split(/[,;]/u)[0] ?? ''));
	if (!isQuestion || sentence.includes(':')) return undefined;
	const parts = sentence.split(/,\s?(?:(?:and|und|et|y|e|en)\s)?|\s(?:and|und|et|y|e|en)\s/iu);
	let thing: string | undefined;
	const fields = parts.flatMap((part, at): string[] => {
		const quantified =
			/(?:^|\s)(?:each|every|all|jede[rsnm]?|alle|chaque|cada|ogni|elke?)\s(\p{L}+)/iu.exec(
				part,
			)?.[1];
		if (quantified !== undefined) thing ??= quantified;
		const known = ASKED_BY.find(([, pattern]) => pattern.test(part))?.[0];
		if (known !== undefined)
			return quantified === undefined || known === 'name' ? [known] : ['name', known];
		const words = part.replace(THERE, ' ').split(/\s+/u).filter(Boolean);
		const [asked = '', ...rest] = words;
		const content = rest.filter((word) => !isAny(word, ARTICLES, AND, TO)).join(' ');
		const isOfOne =
			/\b(?:its|the|this|sein|ihr|son|sa|su|suo|zijn|der|die|das|le|la|el|il|de|het)\b/iu.test(
				rest.join(' '),
			);
		if (isAny(asked, WHICH) && content !== '' && !isOfOne && at === 0) {
			thing ??= content;
			return ['name'];
		}
		return [isAny(asked, WHICH) ? content : words.join(' ')];
	});
	return { thing, fields };
}

/** A field's name without function words around it; undefined where it asks for what can't be copied. */
function readField(text: string): string | undefined {
	const byQuestion = ASKED_BY.find(([, pattern]) => pattern.test(text))?.[0];
	if (byQuestion !== undefined && text.includes(' ')) return byQuestion;
	const words = text.split(' ');
	const start = words.findIndex((word) => !isAny(word, ORDERS, ARTICLES, QUANTIFIERS, WITH));
	if (start === -1) return '';
	const isCount = COUNT.test(words.slice(start).join(' '));
	const isOfThing = (at: number): boolean =>
		isAny(words[at] ?? '', OF) &&
		(isAny(words[at] ?? '', FUSED) || isAny(words[at + 1] ?? '', ARTICLES));
	const to = words.findIndex(
		(word, at) => at > start && (isAny(word, TO) || (!isCount && isOfThing(at))),
	);
	const name = words.slice(start, to === -1 ? undefined : to);
	while (name.length > 1 && isAny(name.at(-1) ?? '', ARTICLES, OF)) name.pop();
	const isName = name.every((word) => WORD.test(word) && !isAny(word, BEYOND, WHICH));
	const telling = name.filter((word) => !isAny(word, ARTICLES, OF));
	// "Is this chair any good?" asks for a judgement.
	if (name.length > 1 && name[0]?.replace(THERE, '') === '') return undefined;
	return isName && telling.length > 0 && telling.length <= MOST_NAME_WORDS
		? name.join(' ')
		: undefined;
}

/** What is listed, without function words and "a list of"; undefined where it is not all of something. */
function readThing(text: string): string | undefined {
	const words = text.split(' ').map(bare);
	if (words.some((word) => isAny(word, BEYOND))) return undefined;
	const isOwn = (word: string): boolean =>
		WORD.test(word) && !isAny(word, ORDERS, ARTICLES, QUANTIFIERS, LISTS, TO, OF);
	const named = words.slice(Math.max(0, words.findIndex(isOwn)));
	const place = named.findIndex((word) => isAny(word, OF));
	const name = named.slice(0, place === -1 ? undefined : place).filter(isOwn);
	if (name.length > MOST_THING_WORDS) return undefined;
	return name.join(' ') || LIST_NAME;
}

function schemaOf(
	names: readonly string[],
	thing: string | undefined,
	isEnglish: boolean,
): JsonObject {
	// Names and prices of nothing in particular are those of the entries of a list.
	const areAllPlural = names.length > 1 && names.every(isPlural);
	const isList = thing !== undefined || areAllPlural;
	const fields = names.map((name): [string, JsonObject] =>
		isList || !isPlural(name)
			? [fieldName(isList && isEnglish ? singular(name) : name), {}]
			: [fieldName(name), { type: 'array' }],
	);
	const entry = { type: 'object', properties: Object.fromEntries(fields) };
	if (!isList) return entry;
	const list = { type: 'array', items: entry };
	return {
		type: 'object',
		properties: {
			[fieldName(isEnglish ? plural(thing ?? LIST_NAME) : (thing ?? LIST_NAME))]: list,
		},
	};
}

/** The name under which a field appears: identifiers as they are, words as one identifier. */
function fieldName(words: string): string {
	if (!/\s/u.test(words)) return words;
	const [first = '', ...others] = words.split(/[\s-]+/u).map((word) => word.toLowerCase());
	return [first, ...others.map(upperFirst)].join('');
}

const lastOf = (name: string): string => nameWords(name).at(-1) ?? '';

/** True for a name whose last word is a plural: it asks for several values. "Votes" asks for how many there are. */
function isPlural(name: string): boolean {
	return (
		!COUNT.test(name) &&
		!/^(?:count|score)$/u.test(meaning(name) ?? '') &&
		toSingular(lastOf(name)) !== lastOf(name)
	);
}

const meaning = (name: string): Meaning | undefined => meaningOf(nameWords(name).map(toSingular));

/** The last word in the singular, as it is written. */
function singular(name: string): string {
	return isPlural(name)
		? name.slice(0, -lastOf(name).length) + toSingular(name.slice(-lastOf(name).length))
		: name;
}

/** An English word or name in the plural; a plural stays as it is. */
function plural(name: string): string {
	if (isPlural(name) || /[^a-z\s]/iu.test(name)) return name;
	if (/[^aeiou]y$/iu.test(name)) return `${name.slice(0, -1)}ies`;
	return /(?:s|x|z|ch|sh)$/iu.test(name) ? `${name}es` : `${name}s`;
}
