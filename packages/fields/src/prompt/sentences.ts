import { divide, type Divided, isStatement, withoutRows, withoutSteps } from './clauses.ts';
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
import { type Limit, withoutLimit } from './limit.ts';
import { LIST_NAME, readField, readThing } from './promptNames.ts';
import { isAny, isPlural, isQuoted, namesFact } from './promptWords.ts';
import { readQuestions } from './questions.ts';

/** Any of these asks for all of a page's contact details. */
const CONTACTS =
	/^(?:contacts?|contact (?:details?|info|information|data)|kontakt(?:daten|informationen|angaben)?|coordonnées|contactos?|datos de contacto|contatos?|dados de contato|contatti|contatto|contactgegevens)$/iu;
const CONTACT_FIELDS = ['emails', 'phones', 'address', 'social media links'];

/** A sentence of a prompt, as it was understood. */
export interface Sentence {
	text: string;
	/** What is listed. */
	thing: string | undefined;
	/** The things are asked for themselves. */
	hasThing: boolean;
	/** Its fields are those of one thing. */
	isOne: boolean;
	names: string[];
	limit?: Limit;
	/** Its parts that were not understood. */
	unread: string[];
	/** It has only function words: "Return JSON.", "Return them as JSON." */
	isForm: boolean;
	/** It only names things: "List all products." */
	isThing: boolean;
	/** It states the names in the answer: "Return objects with 'title' and 'url'." */
	isStating: boolean;
	/** Whether its words say that it asks for something: it is no remark. */
	isOrder: boolean;
}

/** Sentences; "Kunden-Nr. und Name" is one. */
export const sentencesIn = (text: string): string[] =>
	text.split(/(?<=[\p{L}\p{N})]{2}[.?!])\s+(?=\p{L})/u).reduce<string[]>((all, part) => {
		const [first = ''] = part.split(' ');
		return isAny(first, AND)
			? [...all.slice(0, -1), `${all.at(-1) ?? ''} ${part}`]
			: [...all, part];
	}, []);

export function readSentence(text: string): Sentence {
	const whole = text.replace(/[.?!](?=[\s,;:]|$)/gu, ' ').trim();
	const { rest: asking, steps } = withoutSteps(whole);
	const { rest: order, limit } = withoutLimit(asking);
	const { rest, thing: ofRows } = withoutRows(order);
	const questions = readQuestions(rest);
	const { thing, names, unread, ...asked } = readDivided(questions ?? divide(rest), ofRows);
	const words = order.split(/\s+/u).filter((word) => /\p{L}/u.test(word));
	const isAsking = thing !== undefined || isOrdering(words[0] ?? '', names);
	const isOrder = questions !== undefined || (isAsking && !isStatement(rest));
	return {
		...asked,
		text: text.replace(/[.?!]$/u, '').trim(),
		thing: asked.isOne ? undefined : thing,
		names,
		...(limit && { limit }),
		unread: steps === '' ? unread : [steps, ...unread],
		isForm: words.every((word) => isAny(word, ORDERS, ARTICLES, OF, LISTS, ROWS, WITH, BACK)),
		isStating: isStating(words, names) && (thing ?? LIST_NAME) === LIST_NAME,
		isThing: isOrder && names.length === 1 && names.every(isPlural),
		isOrder,
	};
}

/** The names in what a sentence asks for; none of fields where what they belong to is not understood. */
function readDivided(
	{ thing: ofFields, fields, hasThing = false, isOne = false }: Divided,
	ofRows: string | undefined,
): Pick<Sentence, 'thing' | 'names' | 'unread' | 'hasThing' | 'isOne'> {
	const { names, unread } = readFields(fields);
	const thing = readThing(ofFields ?? ofRows);
	return ofFields !== undefined && thing === undefined
		? { thing, names: [], unread: [ofFields, ...unread], hasThing, isOne }
		: { thing, names, unread, hasThing, isOne };
}

const isStating = (words: readonly string[], names: readonly string[]): boolean =>
	names.length > 0 && names.every(isQuoted) && words.some((word) => isAny(word, LISTS, ROWS));

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
export function askingAmong(sentences: readonly Sentence[]): Sentence[] {
	const isRead = ({ names, thing, unread }: Sentence): boolean =>
		names.length > 0 || (thing !== undefined && unread.length === 0);
	const orders = sentences.filter((one) => one.isOrder && !one.isForm && isRead(one));
	if (orders.some(({ names }) => names.length > 0)) return orders;
	return sentences.filter((one, at) => isRead(one) && (at === 0 || orders.includes(one)));
}
