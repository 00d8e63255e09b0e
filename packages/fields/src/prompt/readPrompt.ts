import type { JsonObject } from '@web-data-extraction/page/json';
import { stemOf } from '../singular.ts';
import { divide, withoutRows } from './clauses.ts';
import {
	AND,
	ARTICLES,
	BACK,
	LISTS,
	OF,
	ORDERS,
	QUANTIFIERS,
	ROWS,
	WITH,
} from './functionWords.ts';
import { LIST_NAME, readField, readThing } from './promptNames.ts';
import {
	fieldName,
	isAny,
	isPlural,
	lower,
	mayBePlural,
	namesFact,
	namesText,
	namesTitle,
	plural,
	singular,
} from './promptWords.ts';
import { readQuestions } from './questions.ts';

/** What a prompt asks for. */
export interface AskedByPrompt {
	/** With a list of objects where a list is meant; undefined when nothing was understood whole. */
	schema?: JsonObject;
	/** Its parts that were not understood, in its own words; the schema is without them. */
	notUnderstood: string[];
}

const LONGEST_PROMPT = 1_000;
const MOST_FIELDS = 30;
/** Words of other languages are not singular because they lack an s. */
const ENGLISH =
	/(?:^|\s)(?:and|with|the|of|each|every|all|from|for|list|which|what|who)(?:\s|$)|^[a-z]+:/iu;
const FORM = String.raw`(?:valid\s)?(?:json|csv|markdown)?\s?(?:json|csv|markdown|table|list|array|objects?|format|file|tabelle|liste|tableau|tabla|tabela|tabella|lista|tabel|lijst)`;
/** "as a JSON array", "in Form einer Tabelle" */
const IN_FORM = new RegExp(
	String.raw`(?<!\p{L})(?:as|in|into|als|en|im|sous\sforme\sde|como|come|em|in\sform)\s(?:an?\s|eine?r?\s|une?\s|una?\s|uma\s|een\s|formato?\s)?${FORM}(?:\s(?:array|object|objects|format|table|list|file))?(?!\p{L})\)?`,
	'giu',
);
/** "on this page", "auf dieser Seite": where everything is. */
const HERE =
	/(?<!\p{L})(?:on|from|of|in|at|auf|von|aus|sur|de|dans|en|em|da|su|in|op|van)\s(?:this|the|that|dieser|diesem|der|dem|cette|la|esta|essa|esta|questa|deze|de)\s(?:(?:web\s?)?page|web\s?site|site|shop|store|thread|webseite|seite|liste|page|página|pagina|sito|tienda|loja|negozio|boutique|winkel)(?!\p{L})/giu;
/** Any of these asks for all of a page's contact details. */
const CONTACTS =
	/^(?:contacts?|contact (?:details?|info|information|data)|kontakt(?:daten|informationen|angaben)?|coordonnées|contactos?|datos de contacto|contatos?|dados de contato|contatti|contatto|contactgegevens)$/iu;
const CONTACT_FIELDS = ['emails', 'phones', 'address', 'social media links'];

/**
 * What a prompt in plain words asks for, by one grammar: sentences with orders in front; then `THINGS with FIELDS`,
 * `FIELDS of each THING`, `THINGS: FIELDS`, `for each THING, FIELDS`, FIELDS alone, or `one row per THING`; or
 * questions, of which each asks for a field. Only the function words of seven languages are known.
 */
export function readPrompt(prompt: string): AskedByPrompt {
	const text = tidy(prompt);
	if (prompt.length > LONGEST_PROMPT) return { notUnderstood: [`${text.slice(0, 60)}…`] };
	const sentences = sentencesIn(text).map(readSentence);
	const asking = askingAmong(sentences);
	const isOfEach = asking.some(({ thing }) => thing === LIST_NAME);
	// "List all products. Include the price.", "Find all authors. I want the name of each."
	const isListed = ({ names, isThing }: Sentence): boolean =>
		isThing &&
		(isOfEach || !names.every(namesFact)) &&
		asking.some((other) => other.names.length > 0 && other.names !== names);
	const all = asking.map((one) => (isListed(one) ? { thing: one.names[0], names: [] } : one));
	const named = all.flatMap(({ thing }) => thing ?? []);
	const things = named.find((thing) => thing !== LIST_NAME) ?? named[0];
	const isThing = (name: string): boolean => stemOf(lower(name)) === stemOf(lower(things ?? ''));
	const names = [...new Set(all.flatMap((one) => one.names))].filter((name) => !isThing(name));
	const isEnglish = ENGLISH.test(text);
	const notUnderstood = sentences.flatMap((sentence) =>
		asking.includes(sentence) ? sentence.unread : sentence.isForm ? [] : [sentence.text],
	);
	const isChange = notUnderstood.some((part) => part.split(' ').some((word) => isAny(word, BACK)));
	if (isChange) return { notUnderstood };
	// "List all products" asks for nothing but the products.
	if (names.length === 0 && things !== undefined)
		return { schema: schemaOf([things], undefined, isEnglish), notUnderstood };
	if (names.length === 0 || names.length > MOST_FIELDS) {
		const unread = sentences.flatMap((sentence) => sentence.unread);
		return { notUnderstood: unread.length > 0 ? unread : [text] };
	}
	const hasThing = asking.some((sentence) => sentence.hasThing);
	const title = hasThing && isEnglish ? titleOf(things, names) : [];
	return { schema: schemaOf([...title, ...names], things, isEnglish), notUnderstood };
}

/** A sentence of a prompt, as it was understood. */
interface Sentence {
	text: string;
	/** What is listed. */
	thing: string | undefined;
	/** The things are asked for themselves. */
	hasThing: boolean;
	names: string[];
	/** Its parts that were not understood. */
	unread: string[];
	/** It has only function words: "Return JSON." */
	isForm: boolean;
	/** It only names things: "List all products." */
	isThing: boolean;
	/** Whether its words say that it asks for something: it is no remark. */
	isOrder: boolean;
}

/** Sentences; "Kunden-Nr. und Name" is one. */
const sentencesIn = (text: string): string[] =>
	text.split(/(?<=[\p{L}\p{N})]{2}[.?!])\s+(?=\p{L})/u).reduce<string[]>((all, part) => {
		const [first = ''] = part.split(' ');
		return isAny(first, AND)
			? [...all.slice(0, -1), `${all.at(-1) ?? ''} ${part}`]
			: [...all, part];
	}, []);

function readSentence(text: string): Sentence {
	const whole = text.replace(/[.?!]/gu, ' ').trim();
	const { rest, thing: ofRows } = withoutRows(whole);
	const questions = readQuestions(rest);
	const { thing, fields, hasThing = false } = questions ?? divide(rest);
	const { names, unread } = readFields(fields);
	const things = readThing(thing ?? ofRows);
	if (thing !== undefined && things === undefined) unread.unshift(thing);
	const isAsked = thing === undefined || things !== undefined;
	const words = whole.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
	const isOrder =
		questions !== undefined || things !== undefined || isOrdering(words[0] ?? '', names);
	return {
		text: text.replace(/[.?!]$/u, '').trim(),
		thing: things,
		hasThing,
		names: isAsked ? names : [],
		unread,
		isForm: words.every((word) => isAny(word, ORDERS, ARTICLES, OF, LISTS, ROWS)),
		isThing: isOrder && names.length === 1 && names.every(isPlural),
		isOrder,
	};
}

/** Whether a sentence asks for something by its first word, or by naming nothing but what many things have. */
const isOrdering = (first: string, names: readonly string[]): boolean =>
	isAny(first, ORDERS, QUANTIFIERS, WITH) || (names.length > 0 && names.every(namesFact));

/** The names of fields; none where the first is not understood, which may change what the others mean. */
function readFields(fields: readonly string[]): { names: string[]; unread: string[] } {
	const read = fields.map(readField);
	const unread = fields.filter((_field, at) => read[at] === undefined);
	const names = read
		.filter((field) => field !== undefined && field !== '')
		.flatMap((name = '') => (CONTACTS.test(name) ? CONTACT_FIELDS : [name]));
	return { names: fields[0] !== undefined && fields[0] === unread[0] ? [] : names, unread };
}

/** The sentences that ask for something; where none asks for fields by its words, the first does. */
function askingAmong(sentences: readonly Sentence[]): Sentence[] {
	const isRead = ({ names, thing, unread }: Sentence): boolean =>
		names.length > 0 || (thing !== undefined && unread.length === 0);
	const orders = sentences.filter((one) => one.isOrder && !one.isForm && isRead(one));
	if (orders.some(({ names }) => names.length > 0)) return orders;
	return sentences.filter((one, at) => isRead(one) && (at === 0 || orders.includes(one)));
}

/** The name under which things themselves are asked for; none where their names are, and for texts: "posts". */
function titleOf(things = LIST_NAME, names: readonly string[]): string[] {
	const isTitled = names.some(namesTitle) || namesText(things) || things === LIST_NAME;
	return isTitled ? [] : [singular(things)];
}

/** One line, without the form of the answer and where everything is; short forms are words. */
function tidy(prompt: string): string {
	return prompt
		.trim()
		.replace(/(?<=[.?!])\s*\n\s*/gu, ' ')
		.replace(/:?\n\s{0,8}(?:[-*•]\s|\d{1,2}[.)]\s)?/gu, ', ')
		.replace(/(\p{L})['’]s\s/gu, '$1 with ')
		.replace(/(?<!\p{L})(l|d|dell|all|nell|un)['’](?=\p{L})/giu, '$1 ')
		.replace(/(\p{L})-(moi|nous|me)(?!\p{L})/giu, '$1 $2')
		.replace(/["“”„«»`¿¡]/gu, ' ')
		.replace(/\s+/gu, ' ')
		.replace(IN_FORM, '')
		.replace(HERE, '')
		.replace(/\s(?=[.,;?!])/gu, '')
		.trim();
}

function schemaOf(
	names: readonly string[],
	thing: string | undefined,
	isEnglish: boolean,
): JsonObject {
	// Names and prices of nothing in particular are those of the entries of a list.
	const isSeveral = isEnglish ? isPlural : mayBePlural;
	const areAllPlural = names.length > 1 && names.some(isPlural) && names.every(isSeveral);
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
