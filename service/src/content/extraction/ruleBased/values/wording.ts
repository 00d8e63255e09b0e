import type { JsonObject, JsonValue } from '../../json.ts';
import { isJsonObject, withoutRepeats } from '../../json.ts';
import { plainText } from './plainText.ts';

/** Where an object that stands for a text keeps it, best first (schema.org: Brand, Person, MonetaryAmount…). */
const TEXT_KEYS = [
	'text',
	'name',
	'@value',
	'value',
	'headline',
	'title',
	'reviewBody',
	'price',
	'ratingValue',
];
/** The parts of an address in the order they are written (schema.org PostalAddress). */
const ADDRESS_KEYS = [
	'streetAddress',
	'postalCode',
	'addressLocality',
	'addressRegion',
	'addressCountry',
];
/** Where an object that stands for a page or picture keeps its address. */
const LINK_KEYS = ['url', 'contentUrl', 'src', 'href', 'thumbnailUrl', '@id'];

const SCHEMA_ORG_VALUE = /^https?:\/\/schema\.org\/(\w+)$/u;

/**
 * The text that stands for a value. Several texts are joined; parts with commas in them stand on
 * lines of their own. Undefined when the value says nothing.
 */
export function textOf(value: JsonValue): string | undefined {
	if (typeof value === 'string') return nonEmpty(withoutVocabulary(plainText(value)));
	if (typeof value === 'number' || typeof value === 'boolean') return String(value);
	if (Array.isArray(value))
		return joined(withoutRepeats(value.flatMap((part) => textOf(part) ?? [])));
	return isJsonObject(value) ? textOfObject(value) : undefined;
}

/** The addresses a value holds: a text, a list of them, or objects that link somewhere. */
export function linksOf(value: JsonValue): string[] {
	if (typeof value === 'string') return [value];
	if (Array.isArray(value)) return value.flatMap(linksOf);
	if (!isJsonObject(value)) return [];
	const link = LINK_KEYS.map((key) => value[key]).find((candidate) => candidate !== undefined);
	return link === undefined ? [] : linksOf(link);
}

function textOfObject(value: JsonObject): string | undefined {
	const parts = ADDRESS_KEYS.flatMap((key) => (value[key] === undefined ? [] : [value[key]]));
	if (parts.length > 0) return textOf(parts);
	for (const key of TEXT_KEYS) {
		const inner = value[key];
		const text = inner === undefined ? undefined : textOf(inner);
		if (text !== undefined) return text;
	}
	return undefined;
}

function joined(parts: readonly string[]): string | undefined {
	const hasLongPart = parts.some((part) => part.length > 60 || part.includes(','));
	return nonEmpty(parts.join(hasLongPart ? '\n' : ', '));
}

/** "https://schema.org/InStock" is the published spelling of "InStock". */
function withoutVocabulary(text: string): string {
	return SCHEMA_ORG_VALUE.exec(text)?.[1] ?? text;
}

function nonEmpty(text: string): string | undefined {
	return text === '' ? undefined : text;
}
