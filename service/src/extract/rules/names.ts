/** The words of a text as a set. */
export function wordSet(words: string): ReadonlySet<string> {
	return new Set(words.split(' '));
}

/** Words that carry no meaning in a field name. */
const STOP_WORDS = wordSet('the a an of its their our is has');

/** Words that only say whose field it is: "product name" on a product page is its name. */
const SUBJECT_WORDS = wordSet(
	'product item article page post event recipe job listing document current og book',
);

/** Words that end in s without being a plural. */
const NOT_PLURAL = /(?:ss|us|is|news|series|sms|gps|gas)$/u;

/**
 * Names for one thing, as schema.org, OpenGraph, shops and invoices write it. The first of a group
 * may be asked for by any other and the other way round.
 */
const SYNONYMS: readonly (readonly string[])[] = [
	'name, title, headline',
	'description, summary, abstract',
	'price, cost, unit price, price amount, sale price',
	'currency, price currency',
	'image, picture, photo, thumbnail, thumbnail url, image url',
	'url, link, page url',
	'author, writer, byline, creator, written by',
	'publisher, site name',
	'published, date published, publish date, publication date, published time, published at, published on, date, pubdate, invoice date, release date',
	'updated, date modified, modified time, last updated, updated at',
	'date, start date',
	'rating, rating value, star, average rating, aggregate rating rating value, review rating rating value',
	'review count, number of review, rating count, review',
	'availability, in stock, stock, stock status',
	'brand, manufacturer, brand name',
	'category, section, article section',
	'keyword, tag',
	'phone, telephone, phone number',
	'email, mail, email address',
	'city, town, address locality',
	'street, street address',
	'zip, postal code, postcode',
	'country, address country',
	'venue, location, location name',
	'company, organization, company name, hiring organization, hiring organization name, employer',
	'ean, gtin, gtin13, barcode',
	'sku, article number, product number',
	'total, total amount, grand total, amount due, invoice total, total price',
	'quantity, qty',
	'invoice number, number, invoice no',
	'customer, bill to, client',
	'ingredient, recipe ingredient',
	'step, instruction, recipe instruction',
	'serving, yield, recipe yield',
	'calorie, nutrition calorie',
	'question, name',
	'answer, accepted answer, accepted answer text',
	'text, review body, article body, description',
	'website, url',
].map((group) => group.split(', ').map(nameKey));

const ADDRESS_WORDS = wordSet('url link href uri permalink website homepage src');
const IMAGE_WORDS = wordSet('image picture photo thumbnail img logo avatar icon cover');

/** The words of a name in any spelling: `offerPrice`, `offer_price`, `Offer price:`. */
export function nameWords(name: string): string[] {
	return name
		.slice(0, 200)
		.normalize('NFKD')
		.replace(/\p{M}/gu, '')
		.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
		.replace(/(\p{Lu})(?=\p{Lu}\p{Ll})/gu, '$1 ')
		.toLowerCase()
		.split(/[^\p{L}\p{N}]+/u)
		.filter((word) => word !== '');
}

/** The form in which names are compared: same words, spelling, stop words and plurals aside. */
export function nameKey(name: string): string {
	const words = nameWords(name);
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	return (telling.length === 0 ? words : telling).map(singular).join(' ');
}

/** The key without words that only name the subject; the key itself when nothing would remain. */
export function withoutSubject(key: string): string {
	const words = key.split(' ').filter((word) => !SUBJECT_WORDS.has(word));
	return words.length === 0 ? key : words.join(' ');
}

/** The key and every other key of the same meaning, the key itself first. */
export function sameMeaning(key: string): string[] {
	const groups = SYNONYMS.filter((group) => group.includes(key));
	return [...new Set([key, ...groups.flat()])];
}

/** An English word in the singular. */
function singular(word: string): string {
	if (word.length < 4 || !word.endsWith('s') || NOT_PLURAL.test(word)) return word;
	if (word.endsWith('ies')) return `${word.slice(0, -3)}y`;
	return /(?:x|z|ch|sh|ss)es$/u.test(word) ? word.slice(0, -2) : word.slice(0, -1);
}

/** An English word or name in the plural; a plural stays as it is. */
export function plural(name: string): string {
	if (name === '' || isPlural(name)) return name;
	if (/[^aeiou]y$/iu.test(name)) return `${name.slice(0, -1)}ies`;
	return /(?:s|x|z|ch|sh)$/iu.test(name) ? `${name}es` : `${name}s`;
}

/** True for a name whose last word is a plural: it asks for several values. */
export function isPlural(name: string): boolean {
	const last = nameWords(name).at(-1) ?? '';
	return singular(last) !== last;
}

/** True when the field asks for the address of a page or a picture rather than for text. */
export function asksForAddress(key: string): boolean {
	const last = key.split(' ').at(-1) ?? '';
	return ADDRESS_WORDS.has(last) || IMAGE_WORDS.has(last);
}
