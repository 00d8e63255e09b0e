import {
	AND,
	ARTICLES,
	BEYOND,
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

/** What a sentence asks for, in its own words. */
export interface Divided {
	/** What is listed; undefined where that is not said. */
	thing: string | undefined;
	fields: string[];
	/** The things are asked for themselves, not only their fields: "all companies with their rating". */
	hasThing?: boolean;
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
		.filter(Boolean);
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
	const comma = words.findIndex((word) => word.endsWith(','));
	if (quantifier >= 0 && comma > quantifier && comma < words.length - 1) {
		const noun = words.findIndex((word, at) => at > quantifier && isContent(word));
		// "each lamp, name, price", "each lamp I need the name, …", "each lamp name, …"
		const start = words.findIndex((word, at) => {
			const [before = ''] = words.slice(Math.max(0, at - 1));
			if (at <= noun || isAny(before, OF) || isAny(word, OF)) return false;
			return before.endsWith(',') || namesFact(word) || isAny(word, ORDERS, ARTICLES);
		});
		return {
			thing: words.slice(quantifier, start).join(' '),
			fields: splitFields(words.slice(start)),
		};
	}
	return { thing: pluralThing(words), fields: splitFields(words) };
}

/** What is listed in front of "with", a colon or a bracket, and the fields behind it. */
function divideAt(words: readonly string[], divider: number): Divided {
	const head = words.slice(0, divider);
	const fields = splitFields(words.slice(divider + 1));
	const isNamed = head.some((word) => isContent(word) && !isAny(word, QUANTIFIERS));
	const isList =
		head.some((word) => isAny(word, LISTS, QUANTIFIERS)) ||
		words[divider] !== ':' ||
		isPlural(head.findLast(isContent) ?? '');
	if (!isNamed || !isList) return { thing: undefined, fields };
	return { thing: head.join(' '), fields, hasThing: words[divider] !== ':' };
}

function splitFields(words: readonly string[]): string[] {
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
