import { onlyOne } from '../onlyOne.ts';
import type { DecimalMark } from './decimalMark.ts';
import { isInBrackets, parseNumber } from './parseNumber.ts';
import { wordSet } from '../names/names.ts';

/**
 * What a text says about one price: "was $20 now $15", "15 € statt 20 €", "3,99 € (7,98 €/kg)", "ab 12,90 €".
 * Words of en, de, fr, es, it, pt, nl, sv and pl say which amount is which.
 */

/** An amount of a text, and what is said about it. */
interface Amount {
	kind: 'now' | 'former' | 'low' | 'unit' | 'other' | 'plain';
	value: number;
}

/** What the amounts of a price text are; undefined where that is unclear. */
interface PriceReading {
	/** Today's price. */
	current: number | undefined;
	/** The price before a reduction. */
	former: number | undefined;
	/** The beginning of a range: "from $10". */
	low: number | undefined;
	/** For one unit: "$3 / kg". */
	unit: number | undefined;
}

/** Which price a field may ask for. */
export type PriceKind = keyof PriceReading;

/** Longer text mentions other things too. */
const LONGEST_PRICE = 160;

/** Longest currency or unit after an amount. */
const LONGEST_UNIT = 12;

const NUMBER = /(?:\d{1,3}(?:[ '’]\d{3})+(?:[.,]\d+)?(?!\d)|\d+(?:[.,]\d+)*)(?:[⁰¹²³⁴-⁹]{2})?/gu;

const words = (...parts: string[]): RegExp =>
	new RegExp(String.raw`(?<![\p{L}\d])(?:${parts.join('|')})(?![\p{L}\d])`, 'giu');

/** Before an amount that is no longer valid. */
const FORMER = words(
	'was|were|before|previous(?:ly)?|formerly|originally|original(?: price)?|orig|regular(?:ly)?(?: price)?|reg|list(?: price)?|rrp|msrp|compare(?:d)? (?:at|to)|instead of|old price|former price',
	'vorher|früher|bisher(?:iger preis)?|statt|anstatt|uvp|unverb\\p{L}* preisempf\\p{L}*|ursprünglich(?:er preis)?|alter preis|ehemals|regulär(?:er preis)?|streichpreis|listenpreis',
	"avant|au lieu de|ancien prix|ancien|prix (?:d['’]origine|initial|conseillé|barré|habituel|normal|de référence)|à l['’]origine",
	'antes|en (?:lugar|vez) de|precio (?:anterior|original|habitual|normal|recomendado|de lista)|pvpr?',
	'prima|anziché|invece di|prezzo (?:originale|precedente|di listino|consigliato|intero)|em vez de|preço (?:original|anterior|normal|de tabela)',
	'förut|tidigare(?: pris)?|ord(?:inarie)?\\.? ?pris|ord|rek\\.? ?pris|i stället för|istället för|jämförpris',
	'było|zamiast|poprzedni\\p{L}*(?: cena)?|wcześniej|(?:cena )?regularna|cena (?:katalogowa|pierwotna|sugerowana)|stara cena',
	'adviesprijs|oude prijs|voorheen|in plaats van|normale prijs',
);
/** Before an amount that is valid today. */
const NOW = words(
	'now|today|only|just|sale(?: price)?|current(?:ly)?(?: price)?|special(?: price)?|our price|new price|deal(?: price)?|offer(?: price)?|you pay|final price',
	'jetzt|nur(?: noch)?|heute|aktuell(?:er preis)?|neuer preis|aktionspreis|angebot(?:spreis)?|sonderpreis|unser preis|sie zahlen|reduziert auf',
	'maintenant|seulement|désormais|prix (?:actuel|promo|soldé|réduit|remisé)|nouveau prix|promo|à présent',
	'ahora|sólo|solo|hoy|precio (?:actual|rebajado|de oferta|especial|final)|oferta',
	'ora|adesso|oggi|prezzo (?:attuale|scontato|speciale|finale)|offerta|agora|hoje|apenas|preço (?:atual|promocional|especial)|por(?: apenas)?',
	'nu(?: endast)?|endast|idag|kampanjpris|nuvarande pris|reapris|extrapris',
	'teraz|tylko|obecnie|dziś|dzisiaj|aktualna(?: cena)?|(?:cena )?promocyjna|nowa cena',
	'voor|nu voor|alleen|vandaag|actieprijs|nieuwe prijs',
);
/** Before the beginning of a range. */
const LOW = words(
	'from|starting (?:at|from)|starts at|as low as|ab|à partir de|a partir de|dès|desde|a partire da|da|från|od|vanaf',
);
/** Before an amount that is saved, was the lowest for a while, or is to be paid for something else. */
const OTHER = words(
	'sav(?:e|ing|ings)|discount|coupon|voucher|shipping|delivery|postage|deposit|lowest(?: price)?|tax|vat|fee|instal?ments?(?: of)?',
	'spar(?:en|e|t|st)?|sie sparen|gespart|ersparnis|rabatt|gutschein|versand(?:kosten)?|lieferung|pfand|niedrigster(?: preis)?|mwst|raten(?: zu)?',
	'économisez|économie|remise|livraison|consigne|prix le plus bas|tva',
	'ahorr\\p{L}*|descuento|envío|depósito|precio más bajo|iva',
	'risparmi\\p{L}*|sconto|spedizione|cauzione|prezzo più basso|poup\\p{L}*|economi\\p{L}*|desconto|frete|envio',
	'spara|rabatt|frakt|pant|lägsta pris|moms',
	'oszczędz\\p{L}*|rabat|dostawa|wysyłka|kaucja|najniższa(?: cena)?|korting|bespaar|verzend\\p{L}*|statiegeld',
);
/** After such an amount. */
const OTHER_BEHIND =
	/^ ?(?:(?:\p{Sc}|\p{L}{2,3}) ?)?(?:off|saved|discount|gespart|rabatt|günstiger|billiger|de (?:réduction|remise|descuento|desconto|sconto)|taniej|rabatu|billigare|korting|shipping|delivery|versand)(?!\p{L})/iu;

/** Things that are sold individually. */
const PIECE =
	'stück|stk|st|pcs?|pieces?|units?|unités?|unidad(?:es)?|unità|sztuk[ai]?|szt|styck|stuks?';
const UNIT =
	'kg|g|mg|l|ml|cl|dl|m|cm|mm|km|qm|m²|m2|m³|lb|lbs|oz|ft|sq|litres?|liters?|litros?|kilos?|kilogramm?|gramm?|grams?';
/** What rents and fees are for: their amount is the price all the same. */
const PERIOD =
	'month|mo|monat|mois|mes|mese|mês|månad|miesiąc|mies|year|yr|jahr|an|año|anno|ano|år|rok|week|woche|day|tag|jour|día|night|nacht|nuit|noche|person|personne|persona|hour|hr|h|stunde|heure|hora|user|seat';
/** "/ kg", "per month", "pro Stück", "za szt." after an amount with its currency. */
const PER_UNIT = new RegExp(
	String.raw`^ ?(?:(?:\p{Sc}|\p{L}{2,4}\.?) ?)?(?:/ ?|(?<!\p{L})(?:per|pro|je|par|por|al?|za|each) )(?:\d+(?:[.,]\d+)? ?)?(?:${UNIT})(?!\p{L})`,
	'iu',
);
/** "1 kg =", "100 g:" before an amount; the number is not an amount. */
const EQUALS = new RegExp(String.raw`^ ?(?:${UNIT}|${PIECE})\.? ?[=:]`, 'iu');
/** A quantity, a share, a duration: not an amount of money. */
const NO_MONEY = new RegExp(
	String.raw`^ ?(?:%|(?:${UNIT}|${PIECE}|${PERIOD}|days?|tagen?|jours?|días?|giorni|dias|dagar|dni|dagen)(?!\p{L}))`,
	'iu',
);
/** "3 x 5 €", "3 Raten": parts of a price. */
const TIMES = /^ ?[x×*] ?\p{Sc}? ?$/iu;
/** "-20 % off" is not an amount, and what follows it is another one. */
const SHARE =
	/[-–−]? ?\d{1,3}(?:[.,]\d{1,2})? ?%(?: (?:off|discount|rabatt|de (?:réduction|remise|descuento|desconto)|sconto|taniej|korting)(?!\p{L}))?/giu;
/** "20 € UVP" and nothing else. */
const FORMER_BEHIND =
	/^ ?(?:(?:\p{Sc}|\p{L}{2,3}) ?)?\(?(?:uvp|rrp|msrp|pvpr?|list price|original(?: price)?)\)?$/iu;
/** What is between the ends of a range. */
const RANGE = words('to|till|until|bis|à|a|al|till|do|tot|até|and|und|et|y|e|och|oraz|or|oder');
const DASH = /[-–—~]/u;
/** The currency is written before the amount: "kr 20", "USD 20", "R$ 20". */
const CURRENCY_BEFORE = /(?:^|[\s(:])(?:\p{L}{0,3}\p{Sc}|[A-Z]{3}|kr|Rp|Fr\.?)\s*$/u;
const CURRENCY_FIRST = /^\s?(?:\p{L}{0,3}\p{Sc}|[A-Z]{3}(?!\p{L})|zł|kr|Kč|Ft|lei|,-)/u;

/** Symbols and codes of currencies: "US $" is one. */
export const CURRENCY = new RegExp(
	String.raw`(?:(?<!\p{L})\p{Lu}{2} (?=\$))?\p{Sc}|(?<!\p{L})(?:${Intl.supportedValuesOf('currency').join('|')}|kr|zł|Kč|Ft|lei|Fr)(?!\p{L})`,
	'gu',
);
/** All words that belong to a price. */
const LABELS: readonly RegExp[] = [
	SHARE,
	...[FORMER, NOW, LOW, OTHER, RANGE],
	new RegExp(
		String.raw`(?<=\d ?|/ ?|(?:per|pro|je|par|por|al?|za) )(?:${UNIT}|${PIECE}|${PERIOD})(?!\p{L})`,
		'giu',
	),
	words('per|pro|je|par|por|za|between|zwischen|entre|mellan|między|de|incl|inkl|zzgl'),
	CURRENCY,
];

const MAY_BE_PRICE: ReadonlySet<Amount['kind']> = new Set(['plain', 'now']);

/**
 * The amount of a price text that a field asks for; undefined where it has none, or where it is unclear.
 * @param mark how decimals are written there; undefined when that is not known
 */
export function readPrice(text: string, asked: PriceKind, mark?: DecimalMark): number | undefined {
	// No price is negative, and brackets may as well set one apart.
	const single = isInBrackets(text) ? undefined : parseNumber(text, mark);
	const whole = text.replace(/\s+/gu, ' ').trim();
	const amounts = whole.length > LONGEST_PRICE ? undefined : readAmounts(whole, mark);
	if (amounts === undefined || amounts.length === 0) return single;
	const [first, ...others] = amounts;
	if (first === undefined || others.length > 0 || !MAY_BE_PRICE.has(first.kind)) {
		return judge(amounts)[asked];
	}
	// An ambiguous number is not made clear by its words.
	const isOnlyNumber = whole.match(NUMBER)?.length === 1;
	if (asked === 'current') return isOnlyNumber ? single : first.value;
	return isOnlyNumber && first.kind === 'plain' ? single : undefined;
}

/** Whether a text has several amounts and none of them is clearly the price: "$29.90 $19.90". */
export function hasRivalAmounts(text: string, mark?: DecimalMark): boolean {
	const amounts = readAmounts(text, mark) ?? [];
	const isRange = amounts.some(({ kind }) => kind === 'low');
	return !isRange && new Set(amounts.map(({ value }) => value)).size > 1;
}

/** The numbers of a text, and where they are. */
export const numbersIn = (text: string): RegExpExecArray[] => [...text.matchAll(NUMBER)];

/** Whether a text only says what a price is, was, begins with, or lies between; not just a price per unit. */
export function isPriceText(text: string): boolean {
	const whole = text.replace(/\s+/gu, ' ').trim();
	if (whole.length > LONGEST_PRICE || whole.search(CURRENCY) === -1 || !/\d/u.test(whole))
		return false;
	if (/\p{L}/u.test(LABELS.reduce((left, label) => left.replace(label, ' '), whole))) return false;
	const amounts = readAmounts(whole, undefined);
	return amounts === undefined || amounts.some(({ kind }) => kind !== 'unit' && kind !== 'other');
}

/** @returns undefined when a number of the text cannot be classified */
function readAmounts(text: string, mark: DecimalMark | undefined): Amount[] | undefined {
	const numbers = numbersIn(text);
	const amounts: Amount[] = [];
	let isOfUnit = false;
	let start = 0;
	for (const [at, number] of numbers.entries()) {
		const end = number.index + number[0].length;
		const after = text.slice(end, numbers[at + 1]?.index);
		const rest = text.slice(end);
		if (TIMES.test(after)) return undefined;
		if (EQUALS.test(after)) isOfUnit = true;
		if (NO_MONEY.test(rest)) continue;
		const before = text.slice(start, number.index);
		const value = readAmount(before, number[0], after, mark);
		if (value === undefined || (amounts.length > 0 && isRange(before))) return undefined;
		amounts.push({ kind: isOfUnit ? 'unit' : kindOf(before.replace(SHARE, ' '), rest), value });
		isOfUnit = false;
		start = end;
	}
	return amounts;
}

/** The number with its currency and what follows: words before it say what it is, dashes separate it. */
function readAmount(
	before: string,
	digits: string,
	after: string,
	mark: DecimalMark | undefined,
): number | undefined {
	const sign = CURRENCY_BEFORE.exec(before)?.[0].trim().replace(/^[(:]/u, '') ?? '';
	return parseNumber(`${sign}${digits}${after.slice(0, LONGEST_UNIT)}`, mark);
}

/** Whether the text between two amounts makes them the ends of a range: "–", "to", "€ bis". */
export function isRange(between: string): boolean {
	const inside = between.replace(CURRENCY_FIRST, '').replace(CURRENCY_BEFORE, '').trim();
	if (DASH.test(inside)) return !/\p{L}{2}/u.test(inside);
	const [word] = inside.matchAll(RANGE);
	return word?.[0] === inside;
}

function kindOf(before: string, rest: string): Amount['kind'] {
	if (PER_UNIT.test(rest)) return 'unit';
	if (FORMER_BEHIND.test(rest)) return 'former';
	if (OTHER_BEHIND.test(rest)) return 'other';
	const kinds = (
		[
			['former', FORMER],
			['now', NOW],
			['low', LOW],
			['other', OTHER],
		] as const
	).flatMap(([kind, said]) => {
		const found = lastOf(said, before);
		return found === undefined ? [] : [{ kind, end: found }];
	});
	// The nearest word says what the amount is.
	const [nearest] = kinds.toSorted((one, other) => other.end - one.end);
	return nearest?.kind ?? 'plain';
}

function lastOf(said: RegExp, text: string): number | undefined {
	const last = [...text.matchAll(said)].at(-1);
	return last && last.index + last[0].length;
}

function judge(amounts: readonly Amount[]): PriceReading {
	const valuesOf = (kind: Amount['kind']): number[] =>
		amounts.filter((amount) => amount.kind === kind).map(({ value }) => value);
	const [now, plain] = [valuesOf('now'), valuesOf('plain')];
	const [former, low] = [valuesOf('former'), valuesOf('low')];
	const unit = onlyOne(valuesOf('unit'));
	if (low.length > 0) {
		const isAlone = now.length + plain.length === 0;
		return { unit, current: undefined, former: undefined, low: isAlone ? onlyOne(low) : undefined };
	}
	const candidates = now.length > 0 ? now : plain;
	const current = onlyOne(candidates);
	// Beside today's price, an amount without a label is the former price only if it is higher.
	const before =
		now.length > 0 ? [...former, ...plain.filter((value) => value !== current)] : former;
	const isLower = current !== undefined && before.every((value) => value > current);
	const isFormer = isLower || candidates.length === 0;
	return {
		unit,
		low: undefined,
		current: isLower ? current : undefined,
		former: isFormer ? onlyOne(before) : undefined,
	};
}

const PRICE_WORDS = wordSet('price cost preis prei prix precio prezzo preco prijs pris pri cena');
const FORMER_WORDS = wordSet(
	'original old former previous regular list before compare rrp uvp msrp was ancien anterior ordinarie regularna',
);
const LOW_WORDS = wordSet('from min minimum low lowest starting ab desde od');

/** Which amount of a price text a field asks for, by its name key; undefined when it asks for no price. */
export function priceAsked(key: string): PriceKind | undefined {
	const named = key.split(' ');
	if (!named.some((word) => PRICE_WORDS.has(word)) || named.includes('currency')) return undefined;
	const asks = (known: ReadonlySet<string>): boolean => named.some((word) => known.has(word));
	if (asks(FORMER_WORDS)) return 'former';
	if (asks(LOW_WORDS)) return 'low';
	return named.includes('per') || named.includes('kg') ? 'unit' : 'current';
}
