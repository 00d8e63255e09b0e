import { remembered } from '../remembered.ts';
import { withPlainLetters, withSpaces } from './names.ts';
import { stemOf, toSingular } from './singular.ts';

/**
 * Articles, prepositions and their contractions in English, German, French, Spanish, Italian, Portuguese and
 * Dutch: schemas leave them out of names, documents have them in labels.
 */
const FUNCTION_WORDS: ReadonlySet<string> = new Set(
	`a an the of for in on at to by its their our your
	der die das den dem des ein eine einer eines von vom zum zur im am für fur ihr ihre
	le la les l un une de du des d au aux en votre vos sur
	el los las del al su sus por para con
	il lo gli i dei degli delle dell della dello di da nel nella per
	o os do dos das
	het een van voor op uw`.split(/\s+/u),
);

/** Short and long words for "number" in labels: "Order no.", "N° client", "Invoice #". */
const NUMBER_WORDS: ReadonlySet<string> = new Set('no nr num n numero nummer number'.split(' '));
const NUMBER_SIGN = /#|(?<!\p{L})n\.?\s?[º°]|№/giu;
/** "Rechnungsnummer", "Kundennr": a compound of a thing and its number. */
const NUMBER_COMPOUND = /^(\p{L}{3,40}?)s?(?:nummern?|nr|number)$/u;
/** Words in brackets and dates in a label are not part of its name: "Total (EUR)", "Balance 31.12.2025". */
const BESIDE_NAME =
	/\([^()]*\)|\[[^\][]*\]|\d{4}-\d{1,2}-\d{1,2}|\d{1,2}[./-]\d{1,2}[./-](?:\d{4}|\d{2})(?!\d)/gu;
/** Longer texts are sentences. */
const LONGEST_LABEL = 200;
/** A shorter word does not end a compound: "rat" in "Vorrat". */
const LEAST_HEAD_LETTERS = 4;

/**
 * The words of a name or a label as they are compared: without case, accents, punctuation, plurals, articles,
 * prepositions, brackets and dates. `fechaPedido` and "Fecha del pedido:" have the same ones.
 */
export const labelWords = remembered(readLabelWords);

function readLabelWords(text: string): readonly string[] {
	const name = text.slice(0, LONGEST_LABEL);
	const bare = name.replace(BESIDE_NAME, ' ');
	const words = splitWords(/\p{L}/u.test(bare) ? bare : name);
	const telling = words.filter((word) => !FUNCTION_WORDS.has(word));
	const kept = telling.length === 0 ? words : telling;
	return kept.map(asNumber).map(plainWord);
}

function splitWords(name: string): string[] {
	const apart = withSpaces(name.replace(NUMBER_SIGN, ' number '));
	const plain = apart.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
	return (plain.match(/[\p{L}\p{N}]+/gu) ?? []).map(withPlainLetters);
}

const asNumber = (word: string): string => (NUMBER_WORDS.has(word) ? 'number' : word);

/** In the singular; umlauts may be written as two letters. */
const plainWord = (word: string): string => toSingular(word).replace(/([aou])e/gu, '$1');

/** Words as one text, however a compound is divided: "E-Mail" is "email", "Kunden-Nr." is "Kundennummer". */
const joined = (words: readonly string[]): string =>
	words
		.join('')
		.replace(/^number(?=.)(.*)$/u, '$1number')
		.replace(NUMBER_COMPOUND, '$1number');

/** The words of a name as one text in their order: `numeroFacture` is "N° de la facture". */
export const labelName = remembered((name) =>
	labelWords(name).join('').replace(NUMBER_COMPOUND, '$1number'),
);

/** How well a label fits a name: the higher, the better; a value of a worse label never beats one of a better. */
export const LABEL_FIT = {
	/** The same words. */
	equal: 1,
	/** The same words in another order: "date of invoice", `invoiceDate`. */
	reordered: 0.9,
	/** One begins the other: `delivery` and "Delivery time", `depositAmount` and "Deposit". */
	begins: 0.6,
	/** One ends the other, or its compound: `date` and "Invoice date", `datum` and "Rechnungsdatum". */
	head: 0.4,
	none: 0,
} as const;

/** Whether two words are the same, in singular or plural. */
const isSame = (a: string, b = ''): boolean => a === b || stemOf(a) === stemOf(b);

/** Whether the words of one begin, or end, those of the other. */
function isWithin(shorter: readonly string[], longer: readonly string[], from: number): boolean {
	return shorter.length > 0 && shorter.every((word, at) => isSame(word, longer[from + at]));
}

/**
 * How well a label fits the name of a field (`LABEL_FIT`), whatever their spelling: 0 if not at all.
 * @param name words (`labelWords`) of a name in a schema: `invoice_date`, `fechaPedido`, `Order number`
 * @param label words of a label in a document: "Date of invoice:", "Fecha del pedido"
 */
export function wordsFit(name: readonly string[], label: readonly string[]): number {
	if (name.length === 0 || label.length === 0) return LABEL_FIT.none;
	const [a, b] = [joined(name), joined(label)];
	if (isSame(a, b)) return LABEL_FIT.equal;
	const isIn = (word: string): boolean => label.some((other) => isSame(word, other));
	if (name.length === label.length && name.every(isIn)) {
		return LABEL_FIT.reordered;
	}
	const [short, long] = name.length <= label.length ? [name, label] : [label, name];
	if (isWithin(short, long, 0)) return LABEL_FIT.begins;
	const isHead = isWithin(short, long, long.length - short.length);
	return isHead || isCompound(a, b) || isCompound(b, a) ? LABEL_FIT.head : LABEL_FIT.none;
}

const isCompound = (head: string, compound: string): boolean =>
	head.length >= LEAST_HEAD_LETTERS && compound.length > head.length + 2 && compound.endsWith(head);
