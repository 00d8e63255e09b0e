import {
	AND,
	ARTICLES,
	BEYOND,
	EACH,
	FACTS,
	FUSED,
	LISTS,
	OF,
	ORDERS,
	PER,
	QUANTIFIERS,
	ROWS,
	WITH,
} from './functionWords.ts';
import { bare, isAny, isContent, isPlural, namesFact } from './promptWords.ts';

/** Between clauses. */
const CLAUSE_END = /,\s(?:(?:and|und|et|y|e|en)\s)?|\s(?:and|und|et|y|e|en)\s/giu;
/** "This is a page", "I will provide you with the text": says what is there, and asks for nothing. */
const STATEMENT =
	/^\S+\s(?:is|are|was|were|ist|sind|est|sont|es|son|é|são|è|sono|zijn)\s|(?<!\p{L})you\swith(?!\p{L})/iu;
const CLAUSE_END_LAST = new RegExp(`(?:${CLAUSE_END.source})$`, 'iu');

export const isStatement = (sentence: string): boolean => STATEMENT.test(sentence);

/** What a sentence asks for, in its own words. */
export interface Divided {
	/** What is listed; undefined where that is not said. */
	thing: string | undefined;
	fields: string[];
	/** The things are asked for themselves, not only their fields: "all companies with their rating". */
	hasThing?: boolean;
	/** The fields are those of one thing: "product information, including name and images". */
	isOne?: boolean;
}

/** Whether a name ends at a word because what has it follows: "price of the lamps", "Preise aller Lampen". */
export function isBeforeThing(words: readonly string[], at: number): boolean {
	const [word = '', next = ''] = words.slice(at);
	const [before = ''] = words.slice(Math.max(0, at - 1));
	// "Preis und der Name"
	if (at === 0 || isAny(before, AND) || /[,;]$/u.test(before)) return false;
	return isAny(word, QUANTIFIERS, FUSED) || (isAny(word, OF) && isAny(next, ARTICLES, QUANTIFIERS));
}

/** What has several fields, where it is a plural: "title and price of the lamps". German plurals are not known. */
export function pluralThing(words: readonly string[]): string | undefined {
	const end = words.findLastIndex((_word, at) => isBeforeThing(words, at));
	const things = words.slice(end + 1);
	const last = bare(things.findLast(isContent) ?? '');
	const isOne = things.some((word) => isAny(word, AND) || word.endsWith(','));
	const isMeant = end > 0 && !isOne && isPlural(last) && !namesFact(last) && !/^\p{Lu}/u.test(last);
	return isMeant && splitFields(words.slice(0, end)).length > 1 ? things.join(' ') : undefined;
}

/** Divides an order, or a list of names, into what is listed and the fields of each. */
export function divide(sentence: string): Divided {
	const words = sentence
		.replace(/([:(])/gu, ' $1 ')
		.replaceAll(')', ' ')
		.split(/\s+/u)
		.filter(Boolean)
		// "an array of jobs, each with title and link"
		.filter((word, at, all) => !(isAny(word, EACH) && isAny(all[at + 1] ?? '', WITH)));
	const quantifier = words.findIndex((word) => isAny(word, QUANTIFIERS));
	const divider = words.findIndex((word) => isAny(word, WITH) || word === ':' || word === '(');
	if (
		quantifier >= 0 &&
		words.slice(0, quantifier).some(isContent) &&
		(divider === -1 || quantifier < divider)
	) {
		const rest = words.slice(quantifier);
		// "the name of every lamp and its price", "titles of all books, prices"
		const more = rest.findIndex((word, at) => {
			const [before = '', next = ''] = [rest[at - 1], rest[at + 1]];
			const isEnd = isAny(word, AND) && (isAny(next, ARTICLES) || namesFact(next));
			return at > 1 && (isEnd || (before.endsWith(',') && namesFact(word)));
		});
		const fields = [
			...words.slice(0, quantifier),
			...(more === -1 ? [] : [',', ...rest.slice(more)]),
		];
		return {
			thing: rest.slice(0, more === -1 ? undefined : more).join(' '),
			fields: splitFields(fields),
		};
	}
	if (divider > 0) return divideAt(words, divider);
	const start = quantifier === -1 ? -1 : fieldsBehind(words, quantifier);
	if (start === -1) return { thing: pluralThing(words), fields: splitFields(words) };
	return {
		thing: words.slice(quantifier, start).join(' '),
		fields: splitFields(words.slice(start)),
	};
}

/** Where fields begin behind what each of them belongs to: "each lamp, name, price", "each lamp give me the name". */
function fieldsBehind(words: readonly string[], quantifier: number): number {
	const [each = '', next = ''] = words.slice(quantifier);
	const hasNoun = !each.endsWith(',') && !isAny(next, ORDERS);
	const noun = hasNoun
		? words.findIndex((word, at) => at > quantifier && isContent(word))
		: quantifier;
	const comma = words.findIndex((word) => word.endsWith(','));
	const isList = comma >= quantifier && comma < words.length - 1;
	return words.findIndex((word, at) => {
		const [before = ''] = words.slice(Math.max(0, at - 1));
		if (at <= noun || isAny(before, OF) || isAny(word, OF)) return false;
		if (!isList) return isAny(each, EACH) && isAny(word, ORDERS);
		return before.endsWith(',') || namesFact(word) || isAny(word, ORDERS, ARTICLES);
	});
}

/** What is listed in front of "with", a colon or a bracket, and the fields behind it. */
function divideAt(words: readonly string[], divider: number): Divided {
	const head = words.slice(0, divider);
	// "with exactly these keys: name, price"
	const colon = words.indexOf(':', divider);
	const isIntroduced = !words.slice(divider, colon).some((word) => /[,;]$/u.test(word));
	const fields = splitFields(words.slice((isIntroduced ? Math.max(colon, divider) : divider) + 1));
	const isColon = words[divider] === ':';
	const isNamed = head.some((word) => isContent(word) && !isAny(word, QUANTIFIERS, ROWS));
	const isList = isNamed
		? namesSeveral(head) || !(isColon || namesFacts(head))
		: head.some((word) => isAny(word, EACH)) || (!isColon && isAny(head.at(-1) ?? '', LISTS));
	if (isList) return { thing: head.join(' '), fields, hasThing: isNamed && !isColon };
	const isOne = isNamed && namesFacts(head);
	return { thing: isOne ? head.join(' ') : undefined, fields, isOne };
}

/** Whether the facts of a thing are asked for, however many there are: "all product information", "details of the job". */
const namesFacts = (head: readonly string[]): boolean =>
	isAny(head.at(-1) ?? '', FACTS) ||
	(head.some((word) => isAny(word, FACTS)) && !head.some((word) => isAny(word, QUANTIFIERS)));

const namesSeveral = (head: readonly string[]): boolean =>
	isPlural(bare(head.findLast(isContent) ?? '')) ||
	head.some((word) => isAny(word, LISTS, namesFacts(head) ? EACH : QUANTIFIERS));

export function splitFields(words: readonly string[]): string[] {
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

/**
 * Splits off what an order tells one to do before it asks for something: "Go to the shop and give me the names". An
 * order is two function words at least, as "list price" is a field.
 */
export function withoutSteps(sentence: string): { rest: string; steps: string } {
	const [first = ''] = sentence.split(/\s/u);
	const asks = [...sentence.matchAll(CLAUSE_END)]
		.map(({ index, 0: end }) => index + end.length)
		.find((at) => {
			const [word = '', next = ''] = sentence.slice(at).split(/\s+/u);
			return isAny(word, ORDERS) && isAny(next, ORDERS, ARTICLES, QUANTIFIERS);
		});
	const steps = sentence.slice(0, asks ?? 0).replace(CLAUSE_END_LAST, '');
	const clauses = steps.split(CLAUSE_END);
	const isNamed =
		isPlural(bare(first)) || clauses.some((one) => !one.includes(' ') && namesFact(one));
	const isStep = isContent(first) && !isAny(first, WITH, QUANTIFIERS) && !isNamed;
	return isStep || isStatement(steps)
		? { rest: sentence.slice(asks ?? 0), steps }
		: { rest: sentence, steps: '' };
}

/**
 * A sentence without the clauses that only say what each row is for, and what that is: "one row per product",
 * "give one row for each job", "a list of all jobs".
 */
export function withoutRows(sentence: string): { rest: string; thing: string | undefined } {
	const clauses = sentence.split(/(?<=[,;])\s|\s(?=\()|\s[-–—]\s/u);
	const things = clauses.map((clause) => thingOfRows(clause.split(/\s+/u).map(bare)));
	const rest = clauses.filter((_clause, at) => things[at] === undefined).join(' ');
	return { rest: rest.trim().replace(/[,;]$/u, ''), thing: things.find(Boolean) };
}

/** What rows are for in a clause that says nothing else. */
function thingOfRows(words: readonly string[]): string | undefined {
	const isRow = (word: string): boolean => isAny(word, LISTS, ROWS);
	const start = words.findIndex(
		(word) => !isRow(word) && !isAny(word, ORDERS, ARTICLES, OF, QUANTIFIERS, PER),
	);
	if (start === -1) return undefined;
	const row = words.slice(0, start).findLastIndex(isRow);
	const isEach = words.slice(row + 1, start).some((word) => isAny(word, QUANTIFIERS, PER));
	const thing = words.slice(start);
	const isOnly = !thing.some(
		(word) => isAny(word, WITH, AND, BEYOND, ORDERS) || !/\p{L}/u.test(word),
	);
	return row >= 0 && isEach && isOnly ? thing.join(' ') : undefined;
}
