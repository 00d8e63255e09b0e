import { isJsonObject, type JsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { oneLine } from '@web-data-extraction/page/document';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { onlyOne } from '../onlyOne.ts';
import type { ScalarShape } from '../schema/schemaNode.ts';
import { parseDate } from '../shapes/parseDate.ts';
import { isMaybeThousands, parseNumber } from '../shapes/parseNumber.ts';
import { datesIn } from '../shapes/dates.ts';
import { asksForAddress, nameKey, wordSet } from '../names/names.ts';
import { priceAsked, readPrice } from '../shapes/priceText.ts';
import { shownPrice } from '../shapes/shownPrice.ts';
import type { SourceData } from './sourceData.ts';
import { parseBoolean } from '../shapes/yesOrNo.ts';

/** Where a value was found: what relative links are resolved against, and how numbers are written there. */
type Place = Pick<SourceData, 'url' | 'decimalMark' | 'isMarkAssumed' | 'isDocument'>;

/** Where an object representing a text keeps it, best first (schema.org: Brand, Person, MonetaryAmount…). */
const TEXT_KEYS = 'text name @value value headline title reviewBody price ratingValue'.split(' ');
/** The parts of an address in the order they are written (schema.org PostalAddress). */
const ADDRESS_KEYS = 'streetAddress postalCode addressLocality addressRegion addressCountry'.split(
	' ',
);
/** Where an object that represents a page or picture keeps its address. */
const LINK_KEYS = 'url contentUrl src href thumbnailUrl @id'.split(' ');

const SCHEMA_ORG_VALUE = /^https?:\/\/schema\.org\/(\w+)$/u;
const EMAIL = /[^\s<>()"@,;:]{1,64}@[^\s<>()"@,;:.]{1,63}(?:\.[^\s<>()"@,;:.]{1,63}){1,8}/u;
/** A date alone has no time, and none is invented. */
const POINT_IN_TIME = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/u;
/** Fields for amounts of money other than prices. */
const MONEY_WORDS = wordSet(
	'salary wage pay total subtotal amount balance revenue budget fee deposit rent gehalt betrag summe miete salaire montant',
);
const ADDRESS_FORMATS = wordSet('uri url uri-reference iri');

/** Whether a field asks for an address: by its format, else by its name. */
export const asksForLink = (format: string, key: string, isDocument?: boolean): boolean =>
	format === '' ? asksForAddress(key, isDocument) : ADDRESS_FORMATS.has(format);

const ABSOLUTE = /^(?:https?|ftp|mailto|tel):/iu;
const RELATIVE = /^(?:\/|\.\.?\/|\?)\S*$/u;
const DOMAIN = /^(?:[a-z\d-]{1,63}\.){1,8}[a-z]{2,}(?:\/\S*)?$/iu;
/**
 * The value in the field's type, or undefined when that would need guessing.
 * @param key the field's name key: a price is read differently from an image
 */
export function coerce(value: JsonValue, shape: ScalarShape, key: string, place: Place) {
	const typed = toType(value, shape, key, place);
	if (shape.allowed === undefined || typed === undefined) return typed;
	// Choices have their own spelling: in_stock, "In stock".
	const spelled = (one: JsonValue) => nameKey(String(one)) || String(one);
	return shape.allowed.find((allowed) => spelled(allowed) === spelled(typed));
}

function toType(
	value: JsonValue,
	{ type, format = '' }: ScalarShape,
	key: string,
	place: Place,
): JsonValue | undefined {
	if (type === 'string') return toText(value, format, key, place);
	if (type === 'any') return toAny(value, key, place);
	if (type === 'boolean') return typeof value === 'boolean' ? value : parseBoolean(textOf(value));
	const asked = priceAsked(key);
	const numbers = [value].flat().map((one) => {
		if (typeof one === 'number') return one;
		const text = textOf(one) ?? '';
		const number =
			asked === undefined
				? parseNumber(text, place.decimalMark)
				: readPrice(text, asked, place.decimalMark);
		const isMoney = asked !== undefined || key.split(' ').some((word) => MONEY_WORDS.has(word));
		// Many pages name English as their language and are not written in it.
		const isUnsure = isMoney || place.isMarkAssumed === true;
		if (isUnsure && number !== undefined && number < 1_000 && isMaybeThousands(text)) {
			return undefined;
		}
		// "1,234" is a whole number in one way only.
		return number ?? (type === 'integer' ? onlyWhole(text) : undefined);
	});
	const number = onlyOne(numbers);
	return type === 'number' || Number.isInteger(number) ? number : undefined;
}

/** The number that a text states if it can be read as a whole number in only one way. */
function onlyWhole(text: string): number | undefined {
	const readings = (['.', ','] as const).map((mark) => parseNumber(text, mark));
	return onlyOne(readings.filter((reading) => Number.isInteger(reading)));
}

function toText(value: JsonValue, format: string, key: string, place: Place): string | undefined {
	if (asksForLink(format, key, place.isDocument)) {
		return linksOf(value).flatMap((link) => asAddress(link, place.url) ?? [])[0];
	}
	const text = textOf(value);
	if (text === undefined) return undefined;
	if (format === 'date') return parseDate(text) ?? onlyDateIn(text);
	if (format === 'date-time') return POINT_IN_TIME.test(text) ? text : undefined;
	const isEmail = format === 'email' || key.split(' ').includes('email');
	if (isEmail) return EMAIL.exec(text.slice(0, 1_000))?.[0];
	const asked = priceAsked(key);
	if (asked !== undefined) return shownPrice(text, asked, place.decimalMark);
	return asksForDate(key) ? dateBefore(text) : text;
}

/** Longer texts have a date among other things. */
const LONGEST_DATE = 80;

/** The only date in a text, as `YYYY-MM-DD`. */
function onlyDateIn(text: string): string | undefined {
	const dates = text.length > LONGEST_DATE ? [] : datesIn(text).map(({ iso }) => iso);
	return onlyOne(dates);
}

/** The date that a text begins with if words follow, as it is written: "03.08.1991 in Erfurt"; else the text. */
function dateBefore(text: string): string {
	const [date, ...others] = text.length > LONGEST_DATE ? [] : datesIn(text);
	if (date?.at !== 0 || others.length > 0) return text;
	const rest = text.slice(date.text.length);
	return /^,?\s\p{Ll}/u.test(rest) && !/\d/u.test(rest) ? date.text : text;
}

/** Whether a name asks for a date: "birth date", "geburtsdatum". */
const asksForDate = (key: string): boolean =>
	/(?:^|[\p{L} ])(?:date|datum|fecha)$/u.test(key) || /^(?:date|data)(?: |$)/u.test(key);

/** Without a type a value stays as the page published it, and objects become the text they represent. */
function toAny(value: JsonValue, key: string, place: Place): JsonValue | undefined {
	if (typeof value === 'number' || typeof value === 'boolean') return value;
	if (!Array.isArray(value)) {
		const text = toText(value, '', key, place);
		return text ?? (priceAsked(key) === undefined ? textOf(value) : undefined);
	}
	const parts = value.flatMap((part) => toAny(part, key, place) ?? []);
	return parts.length > 1 ? parts : parts[0];
}

/**
 * The text that represents a value, as people would see it. Several texts are joined; parts with commas
 * in them are on separate lines. Undefined when the value is empty.
 */
export function textOf(value: JsonValue): string | undefined {
	if (value === null) return undefined;
	if (isJsonObject(value)) return textOfObject(value);
	if (Array.isArray(value)) {
		const parts = [...new Set(value.flatMap((part) => textOf(part) ?? []))];
		const hasLongPart = parts.some((part) => part.length > 60 || part.includes(','));
		return parts.join(hasLongPart ? '\n' : ', ') || undefined;
	}
	const flat = oneLine(String(value));
	return (SCHEMA_ORG_VALUE.exec(flat)?.[1] ?? flat) || undefined;
}

function textOfObject(value: JsonObject): string | undefined {
	const parts = ADDRESS_KEYS.flatMap((key) => value[key] ?? []);
	if (parts.length > 1) return textOf(parts);
	const held = TEXT_KEYS.filter((key) => Object.hasOwn(value, key));
	const text = held.map((key) => textOf(value[key] ?? null)).find((one) => one !== undefined);
	// A place may have no name, and an address only one part.
	return text ?? textOf(parts) ?? textOf(value['address'] ?? null);
}

/** The addresses in a value: a text, a list of them, or objects that link somewhere. */
export function linksOf(value: JsonValue): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(linksOf);
	if (!isJsonObject(value)) return [];
	const key = LINK_KEYS.find((candidate) => value[candidate] !== undefined) ?? '';
	return linksOf(value[key] ?? null);
}

/** The address in a text: absolute, relative to the page, or a bare domain. Undefined for other texts. */
export function asAddress(text: string, baseUrl: string): string | undefined {
	const value = text.trim();
	if (RELATIVE.test(value)) return resolveAddress(value, baseUrl);
	return ABSOLUTE.test(value) || DOMAIN.test(value) ? value : undefined;
}
