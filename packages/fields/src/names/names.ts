import { remembered } from '../remembered.ts';
import { toSingular } from './singular.ts';

/** The words of a text as a set. */
export function wordSet(words: string): ReadonlySet<string> {
	return new Set(words.split(' '));
}

/** Words that carry no meaning in a field name. */
const STOP_WORDS = wordSet('the a an of its their our is has');
const NUMBER_WORDS = wordSet('no nr num n numero nummer');
/** "Order #", "N.º de pedido" */
const NUMBER_SIGN = /(?<=\p{L}\s?)#|(?<!\p{L})n\.?[º°]/iu;
/** "Rechnungsnummer", "Kundennr" */
const NUMBER_COMPOUND = /^(\p{L}{3,40}?)s?(?:nummer|nr)$/u;
/** Words that only say whose field it is: "product name" on a product page is its name. */
const SUBJECT_WORDS = wordSet(
	'product item article page post event recipe job listing document invoice current og book',
);
export const isPictureWord = (word: string): boolean => PICTURE_WORDS.has(word);

export const isSubjectWord = (word: string): boolean => SUBJECT_WORDS.has(word);

/** Names that only wrap an answer and say nothing about its content. */
export const WRAPPERS = wordSet(
	'data result answer output item entry record row list listing page content object response document info',
);
/** Last words of fields with the address of a page rather than text. */
const PAGE_WORDS = wordSet('url link href uri permalink website homepage');
/** The same for pictures. */
const PICTURE_WORDS = wordSet('src image picture photo thumbnail img logo avatar icon cover');

/** A name with spaces before its capitals: `offerPrice`, `HTMLTitle`; "URLs" and "FAQs" are one word each. */
export const withSpaces = (name: string): string =>
	name
		.replace(/(\p{Ll}|\d)(?=\p{Lu})/gu, '$1 ')
		.replace(/(\p{Lu})(?=\p{Lu}(?!s(?!\p{Ll}))\p{Ll})/gu, '$1 ');

/** The letters and figures of a text, without case, spaces and marks: what two spellings have in common. */
export const lettersOf = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]+/gu, '');

/** The words of a name in any spelling: `offerPrice`, `offer_price`, `Offer price:`. */
export function nameWords(name: string): string[] {
	const plain = name.slice(0, 200).normalize('NFKD').replace(/\p{M}/gu, '');
	return (
		withSpaces(plain)
			.toLowerCase()
			.match(/[\p{L}\p{N}]+/gu) ?? []
	);
}

/** The same in the singular. */
export const singularWords = (name: string): string[] => nameWords(name).map(toSingular);

/** Whether the last word of a name is a plural: "Categories". */
export function isPlural(name: string): boolean {
	const last = nameWords(name).at(-1) ?? '';
	return toSingular(last) !== last;
}

/** The form in which names are compared: same words, ignoring spelling, stop words and plurals. */
export const nameKey = remembered(readNameKey);

function readNameKey(name: string): string {
	const words = nameWords(name.replace(NUMBER_SIGN, ' number '));
	const telling = words.filter((word) => !STOP_WORDS.has(word));
	const kept = telling.length === 0 ? words : telling;
	const plain = kept.length > 1 ? kept.map(numberWord) : kept;
	return plain.map((word) => toSingular(word).replace(NUMBER_COMPOUND, '$1 number')).join(' ');
}

/** Letters that are written without their marks where a keyboard or a program lacks them. */
const PLAIN_LETTERS: Readonly<Record<string, string>> = {
	ß: 'ss',
	æ: 'a',
	œ: 'o',
	ø: 'o',
	ł: 'l',
	đ: 'd',
	ð: 'd',
	ı: 'i',
};

/** A text with letters that any keyboard has for those that have no accents to lose. */
export const withPlainLetters = (text: string): string =>
	text.replace(/[ßæœøłđðı]/gu, (letter) => PLAIN_LETTERS[letter] ?? letter);

/**
 * The form in which a schema's name and a label are compared whatever letters they use: `packstuecke`
 * is "Packstücke", `smorrebrod` "Smørrebrød".
 */
export const labelKey = remembered((name) =>
	withPlainLetters(nameKey(name)).replace(/([aou])e/gu, '$1'),
);

/** Everyday names, each with its equivalents in schema.org, OpenGraph and invoices. */
const ALIASES = `name, title, headline; description, summary; text, review body, article body;
url, link, website; image, picture, photo, thumbnail, image url; author, creator; publisher, site name;
price, cost, unit price, price amount;
original price, old price, former price, previous price, regular price, list price, price before, compare at price; currency, price currency; brand, manufacturer, marke, marque, marca, merk; ean, gtin, gtin13;
availability, in stock, stock, stock status; rating, rating value, average rating, star, bewertung, valoracion, avaliacao, valutazione, beoordeling;
review count, rating count, number of review, number of rating, anzahl der bewertungen, nombre d avis, review; category, section; keyword, tag;
date, published, date published, published time, published at, publication date, publish date; date, start date;
updated, modified, date modified, date updated, modified time, last updated, last modified, updated at, modified at;
salary min, min salary, minimum salary, salary from; salary max, max salary, maximum salary, salary to; venue, location; company, organization, hiring organization;
phone, telephone, tel, phone number, telefon, telefonnummer, telefono, telefone, telefoon; email, email address, e mail, e mail adresse, courriel, correo electronico; sku, article number, artikelnummer, item number; city, address locality; street, street address; zip, postal code;
country, address country; total, total amount, grand total; quantity, qty;
step, instruction; serving, yield; calorie, nutrition calorie; answer, accepted answer, accepted answer text; score, vote, upvote count`
	.split(';')
	.map((group) => group.split(',').map(nameKey));

/** "Customer no.", "Kunden-Nr.", "facture n°": short forms of "number". */
function numberWord(word: string): string {
	return NUMBER_WORDS.has(word) ? 'number' : word;
}

/** The key without words that only name the subject; the key itself if nothing would remain. */
export function withoutSubject(key: string): string {
	const words = key.split(' ').filter((word) => !SUBJECT_WORDS.has(word));
	return words.length === 0 ? key : words.join(' ');
}

/** Every key that has others of the same meaning, with these; the key itself first. */
const MEANINGS: ReadonlyMap<string, readonly string[]> = new Map(
	ALIASES.flat().map((key) => [
		key,
		[key, ...ALIASES.filter((group) => group.includes(key)).flat()],
	]),
);

/** The key and every other key of the same meaning, the key itself first. */
export function sameMeaning(key: string): readonly string[] {
	return MEANINGS.get(key) ?? [key];
}

/** Whether two sets of name keys share one. */
export function haveCommon(keys: readonly string[], names: readonly string[]): boolean {
	return keys.some((key) => names.includes(key));
}

/** How well a list with some names is what is wanted: 1 where it is called so, less where a name has those words too. */
export function affinityOf(wanted: readonly string[], names: readonly string[]): number {
	if (haveCommon(wanted, names)) return 1;
	const words = names.map((name) => name.split(' '));
	const isWithin = (own: string): boolean =>
		words.some((name) => own.split(' ').every((word) => name.includes(word)));
	return wanted.some((own) => !WRAPPERS.has(own) && isWithin(own)) ? 0.6 : 0;
}

/**
 * True when the field asks for the address of a page or a picture rather than for text.
 * @param isDocument its cover is rather that of an insurance
 */
export function asksForAddress(key: string, isDocument = false): boolean {
	const last = key.split(' ').at(-1) ?? '';
	return PAGE_WORDS.has(last) || (PICTURE_WORDS.has(last) && !(isDocument && last === 'cover'));
}

export const upperFirst = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
