import { oneLine, parseHtml, resolveAddress } from '../../page/document.ts';
import {
	isJsonObject,
	sameJson,
	withoutRepeats,
	type JsonObject,
	type JsonValue,
} from '../../json.ts';
import type { Shape } from '../schemaNode.ts';
import { parseDate, parseDateTime, parseNumber, type DecimalMark } from './figures.ts';
import { asksForAddress, nameKey, sameMeaning, wordSet } from './names.ts';

/** A plain field: what it must be. */
export type ScalarShape = Extract<Shape, { kind: 'scalar' }>;

/** What is known about the field and the page when a value is brought into its type. */
export interface ValueContext {
	/** The field's name key: a price is read differently from an image. */
	key: string;
	/** Relative links start here. */
	baseUrl: string;
	decimalMark?: DecimalMark | undefined;
}

/** Where an object that stands for a text keeps it, best first (schema.org: Brand, Person, MonetaryAmount…). */
const TEXT_KEYS =
	'text name @value value headline title reviewBody price ratingValue streetAddress'.split(' ');
/** The parts of an address in the order they are written (schema.org PostalAddress). */
const ADDRESS_KEYS = 'streetAddress postalCode addressLocality addressRegion addressCountry'.split(
	' ',
);
/** Where an object that stands for a page or picture keeps its address. */
const LINK_KEYS = 'url contentUrl src href thumbnailUrl @id'.split(' ');

const SCHEMA_ORG_VALUE = /^https?:\/\/schema\.org\/(\w+)$/u;
const EMAIL = /[^\s<>()"@,;:]{1,64}@[^\s<>()"@,;:.]{1,63}(?:\.[^\s<>()"@,;:.]{1,63}){1,8}/u;
const ADDRESS_FORMATS = new Set(['uri', 'url', 'uri-reference', 'iri']);
const MARKUP = /<[a-z/!]|&(?:[a-z]+|#\d+|#x[\da-f]+);/iu;
/** Longest text whose markup is resolved; machine-readable values are far shorter. */
const LONGEST_MARKUP = 200_000;

const YES = new Set(['true', 'yes', 'y', 'on', '✓', '✔']);
const NO = new Set(['false', 'no', 'n', 'off', '✗', '✘']);
const AVAILABLE = new Set(['instock', 'available', 'limitedavailability', 'onlineonly']);
const NOT_AVAILABLE = wordSet('outofstock soldout discontinued unavailable notavailable oos');

/** The value in the field's type, or undefined when it is not one without guessing. */
export function coerce(
	value: JsonValue,
	shape: ScalarShape,
	context: ValueContext,
): JsonValue | undefined {
	const typed = toType(value, shape, context);
	if (shape.allowed === undefined || typed === undefined) return typed;
	return shape.allowed.find((allowed) =>
		typeof allowed === 'string' && typeof typed === 'string'
			? nameKey(allowed) === nameKey(typed)
			: sameJson(allowed, typed),
	);
}

function toType(
	value: JsonValue,
	shape: ScalarShape,
	context: ValueContext,
): JsonValue | undefined {
	if (shape.type === 'boolean') return toBoolean(value, context);
	if (shape.type === 'string') return toText(value, shape.format, context);
	if (shape.type === 'any') return toAny(value, context);
	const number = toNumber(value, context);
	return shape.type === 'number' || Number.isInteger(number) ? number : undefined;
}

function toText(
	value: JsonValue,
	format: string | undefined,
	context: ValueContext,
): string | undefined {
	const isAddress =
		format === undefined ? asksForAddress(context.key) : ADDRESS_FORMATS.has(format);
	if (isAddress) return toAddresses(value, context)[0];
	const text = textOf(value);
	if (text === undefined) return undefined;
	if (format === 'date') return parseDate(text);
	if (format === 'date-time') return parseDateTime(text);
	const isEmail = format === 'email' || sameMeaning(context.key).includes('email');
	return isEmail ? EMAIL.exec(text.slice(0, 1_000))?.[0] : text;
}

function toAddresses(value: JsonValue, { baseUrl }: ValueContext): string[] {
	return linksOf(value).flatMap((link) => asAddress(link, baseUrl) ?? []);
}

function toNumber(value: JsonValue, context: ValueContext): number | undefined {
	if (typeof value === 'number') return value;
	if (Array.isArray(value)) {
		const numbers = [...new Set(value.map((part) => toNumber(part, context)))];
		return numbers.length === 1 ? numbers[0] : undefined;
	}
	const text = typeof value === 'boolean' ? undefined : textOf(value);
	return text === undefined ? undefined : parseNumber(text, context.decimalMark);
}

function toBoolean(value: JsonValue, { key }: ValueContext): boolean | undefined {
	if (typeof value === 'boolean') return value;
	const text = textOf(value);
	if (text === undefined) return undefined;
	return sameMeaning(key).includes('availability') ? parseAvailability(text) : parseBoolean(text);
}

/** Without a type a value stays what the page published, and objects become the text they stand for. */
function toAny(value: JsonValue, context: ValueContext): JsonValue | undefined {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	if (asksForAddress(context.key)) {
		const addresses = toAddresses(value, context);
		if (addresses.length > 0) return addresses.length === 1 ? addresses[0] : addresses;
	}
	if (!Array.isArray(value)) return textOf(value);
	const parts = value.flatMap((part) => toAny(part, context) ?? []);
	return parts.length > 1 ? parts : parts[0];
}

/** The yes or no a text states; undefined when it states neither. */
export function parseBoolean(text: string): boolean | undefined {
	const word = text.trim().toLowerCase();
	if (YES.has(word)) return true;
	return NO.has(word) ? false : undefined;
}

/** Whether a text says that something can be had; undefined for anything in between (pre-order). */
export function parseAvailability(text: string): boolean | undefined {
	const word = (text.split('/').at(-1) ?? '').toLowerCase().replace(/[^\p{L}]/gu, '');
	if (AVAILABLE.has(word)) return true;
	return NOT_AVAILABLE.has(word) ? false : parseBoolean(text);
}

/**
 * The text that stands for a value. Several texts are joined; parts with commas in them stand on
 * lines of their own. Undefined when the value says nothing.
 */
export function textOf(value: JsonValue): string | undefined {
	if (typeof value === 'string') {
		const text = plainText(value);
		return SCHEMA_ORG_VALUE.exec(text)?.[1] ?? (text === '' ? undefined : text);
	}
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (!Array.isArray(value)) return isJsonObject(value) ? textOfObject(value) : undefined;
	const parts = withoutRepeats(value.flatMap((part) => textOf(part) ?? []));
	const hasLongPart = parts.some((part) => part.length > 60 || part.includes(','));
	return parts.length === 0 ? undefined : parts.join(hasLongPart ? '\n' : ', ');
}

function textOfObject(value: JsonObject): string | undefined {
	const parts = ADDRESS_KEYS.flatMap((key) => value[key] ?? []);
	if (parts.length > 1) return textOf(parts);
	for (const key of TEXT_KEYS) {
		const text = Object.hasOwn(value, key) ? textOf(value[key] ?? null) : undefined;
		if (text !== undefined) return text;
	}
	return undefined;
}

/** The addresses a value holds: a text, a list of them, or objects that link somewhere. */
export function linksOf(value: JsonValue): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(linksOf);
	if (!isJsonObject(value)) return [];
	const link = LINK_KEYS.map((key) => value[key]).find((candidate) => candidate !== undefined);
	return link === undefined ? [] : linksOf(link);
}

/** The text people would see: markup and character references in machine-readable values resolved. */
function plainText(text: string): string {
	if (text.length > LONGEST_MARKUP || !MARKUP.test(text)) return oneLine(text);
	return oneLine(parseHtml(`<body>${text}</body>`).body.textContent);
}

const ABSOLUTE = /^(?:https?|ftp|mailto|tel):/iu;
const RELATIVE = /^(?:\/|\.\.?\/|\?)\S*$/u;
const DOMAIN = /^(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,}(?:\/\S*)?$/iu;

/** The address a text is: absolute, relative to the page, or a bare domain. Undefined for other texts. */
export function asAddress(text: string, baseUrl: string): string | undefined {
	const value = text.trim();
	if (ABSOLUTE.test(value)) return value;
	if (RELATIVE.test(value)) return resolveAddress(value, baseUrl);
	return DOMAIN.test(value) ? value : undefined;
}
