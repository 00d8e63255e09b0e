import { isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { lettersOf } from '../names/names.ts';
import { someOf } from '../someOf.ts';

/** Longer texts are summaries: they are written, not copied. */
const LONGEST_COPY = 80;
const MOST_NAMED = 5;
const ISO_DATE = /^(\d{4})-(\d{2})-(\d{2})(?:T|$)/;

const GROUPED = /\d[\d.,' \u00a0\u202f]{0,30}/g;
const PLAIN = /\d[\d.,']{0,30}/g;

/** Digits of the numbers in a text, without separators: `1.234,50` is `123450`. */
function numbersOf(text: string): Set<string> {
	// A space separates thousands, or two numbers.
	const numbers = [GROUPED, PLAIN].flatMap((pattern) => [...text.matchAll(pattern)]);
	return new Set(numbers.flatMap(([number]) => [digitsOf(number), withoutZeros(number)]));
}

const digitsOf = (number: string): string => number.replace(/\D+/g, '');

/** `199.60` and `199.6` are one number. */
const withoutZeros = (number: string): string =>
	digitsOf(number.trim().replace(/[.,](\d*?)0{1,9}$/, '.$1'));

/** What a text says, in the forms that values are compared in. */
interface Said {
	letters: string;
	numbers: ReadonlySet<string>;
	/** The schema as text: its choices need not appear. */
	schema: string;
}

function isSaid(value: string | number, { letters, numbers, schema }: Said): boolean {
	if (typeof value === 'number') return numbers.has(withoutZeros(String(Math.abs(value))));
	const date = ISO_DATE.exec(value);
	if (date) return [date[1], date[3]].every((part) => letters.includes(String(Number(part))));
	const copy = lettersOf(withoutHost(value));
	return letters.includes(copy) || mayBeOwnWords(value, schema);
}

/** Pages write their links without the host. */
function withoutHost(value: string): string {
	const url = /^https?:\/\/\S+$/i.test(value) ? URL.parse(value) : null;
	return url === null || url.pathname === '/' ? value : url.pathname + url.search;
}

function collect(value: JsonValue, path: string, said: Said): string[] {
	if (Array.isArray(value)) {
		return value.flatMap((entry, at) => collect(entry, `${path}[${at}]`, said));
	}
	if (isJsonObject(value)) {
		return Object.entries(value).flatMap(([name, inner]) =>
			collect(inner, path === '' ? name : `${path}.${name}`, said),
		);
	}
	if (value === null || typeof value === 'boolean') return [];
	return isSaid(value, said) ? [] : [path];
}

/**
 * Lists the fields of an answer whose values do not appear in the text that they should have been
 * read from: numbers are compared by their digits, dates by year and day, short texts by their letters.
 * Longer texts, booleans and the choices of the schema are not checked.
 * @param about what the text is part of
 * @returns a sentence for the reader; `undefined` when everything appears
 */
export function describeUnstated(
	answer: JsonValue,
	text: string,
	schema: unknown,
	about: 'page' | 'document' = 'document',
): string | undefined {
	const said = {
		letters: lettersOf(text),
		numbers: numbersOf(text),
		schema: JSON.stringify(schema),
	};
	return describeUnstatedPaths(collect(answer, '', said), about);
}

/**
 * Whether a value of a model may be in words of its own: a longer text, yes or no, a choice of the schema.
 * @param schema as text
 */
export const mayBeOwnWords = (value: JsonValue, schema: string): boolean =>
	typeof value !== 'number' &&
	(typeof value !== 'string' || value.length > LONGEST_COPY || schema.includes(`"${value}"`));

/** Names values of a model that are not where they should have been read; `undefined` without any. */
export function describeUnstatedPaths(
	paths: readonly string[],
	about: 'page' | 'document',
): string | undefined {
	if (paths.length === 0) return undefined;
	return `These values from the model do not appear in the ${about}; check them: ${someOf(paths, MOST_NAMED)}.`;
}

/** Scripts in which pages publish data, and attributes with values. */
const PUBLISHED =
	/<script\b[^<>]*\bjson\b[^<>]*>([^<]*)|\s(?:content|href|src|datetime|alt|title|value)=(?:"([^"]*)"|'([^']*)')/gi;

/** What a page says outside its visible text: data for machines, links, descriptions of pictures. */
export function listPublished(html: string): string {
	return [...html.matchAll(PUBLISHED)].map(([, ...texts]) => texts.join('')).join('\n');
}
