import { atFirstUse } from '../atFirstUse.ts';
import { onlyOne } from '../onlyOne.ts';
import { remembered } from '../remembered.ts';

const CODES = Intl.supportedValuesOf('currency');
const MARK = String.raw`[\p{L}.]{0,4}\p{Sc}|(?<!\p{L})\p{L}{1,4}(?!\p{L})`;
/** Letters and symbols of currencies next to digits of amounts: "R$ 5", "5 zł", "EUR 5", "₹5", "5,- kr". */
const MARKS = new RegExp(
	`(?:${MARK})(?=[.]?\\s?[-−]?\\d)|(?<=\\d(?:[.,][-–])?\\s?)(?:${MARK})`,
	'gu',
);
/** Text longer than a price, which mentions other things too. */
const LONGEST_PRICE = 60;

/** Symbols that are used for other currencies too, and letters that are units ("5 L"). */
const AMBIGUOUS = /^(?:\$|¥|C\$|\p{L})$/u;

/**
 * What each symbol means when nothing is known about the page. A symbol of several currencies
 * ("$", "kr", "¥") means none; the pound sign alone is sterling, as in CLDR.
 */
const signs = atFirstUse<ReadonlyMap<string, string>>(
	() =>
		new Map(
			[
				...onlyOnes(CODES.map((code) => [signOf(code, 'en', 'narrowSymbol'), code])),
				...onlyOnes(CODES.map((code) => [signOf(code, 'en', 'symbol'), code])),
			].filter(([sign]) => !AMBIGUOUS.test(sign)),
		),
);

/** Notations of currencies that CLDR does not have. */
const WORDS: ReadonlyMap<string, string> = new Map([
	['US$', 'USD'],
	['Euro', 'EUR'],
	['euro', 'EUR'],
	['円', 'JPY'],
	['元', 'CNY'],
	['원', 'KRW'],
	...CODES.map((code) => [code, code] as const),
]);

/** What a page says that tells which currency its amounts are in. */
export interface MoneyPlace {
	/** As the page declares it (BCP 47). */
	language?: string;
	/** Codes that it names as currencies ({@link currenciesNamed}). */
	currencies?: ReadonlySet<string>;
}

/** A code behind the word for it, as scripts and attributes have it: `"currencyCode":"USD"`, `data-currency="USD"`. */
const NAMED = /(?:[cC]urrency|CURRENCY)[\w-]{0,12}(?:["'\\\s:=]|&quot;){1,12}([A-Z]{3})(?!\w)/gu;

/** The codes that the scripts and attributes of a page name as currencies. */
export function currenciesNamed(html: string): ReadonlySet<string> {
	const named = new Set<string>();
	for (const [, code = ''] of html.matchAll(NAMED)) if (WORDS.has(code)) named.add(code);
	return named;
}

/**
 * The code of the currency (ISO 4217) of an amount as a page shows it. Undefined when it has none or
 * several, and for symbols of several currencies ("$") unless the page names the one that is meant, or its language
 * tag has a region that says so; if these differ, too.
 */
export function currencyOf(
	amount: string,
	{ language, currencies }: MoneyPlace = {},
): string | undefined {
	// "US $5".
	const text = amount.normalize('NFKC').replace(/(?<=(?<!\p{L})\p{Lu}{2})\s(?=\$)/u, '');
	if (text.length > LONGEST_PRICE || !/\d/u.test(text)) return undefined;
	const local = signsIn(language ?? '');
	const named = currencies === undefined ? NONE : signsOf([...currencies].join(' '));
	const found = [...text.matchAll(MARKS)].flatMap(([mark]) => {
		const sure = signs().get(mark) ?? WORDS.get(mark);
		const told = [local.get(mark), named.get(mark)].filter((code) => code !== undefined);
		return told.length > 0 ? told : (sure ?? []);
	});
	return onlyOne(found);
}

const NONE: ReadonlyMap<string, string> = new Map();

/** What symbols mean on a page that names some currencies. @param codes with spaces between them */
const signsOf = remembered(
	(codes: string): ReadonlyMap<string, string> =>
		new Map(
			codes === ''
				? []
				: onlyOnes(codes.split(' ').map((code) => [signOf(code, 'en', 'narrowSymbol'), code])),
		),
);

/**
 * The only currency of some amounts, as a field asks for it: its code; for a field that is just called "currency" also
 * its symbol, which of several currencies identifies none, but is what the page shows.
 */
export function currencyAsked(
	key: string,
	amounts: readonly string[],
	place: MoneyPlace,
): string | undefined {
	const codes = amounts.flatMap((amount) => currencyOf(amount, place) ?? []);
	const signs = amounts.flatMap((amount) => [...new Set(amount.match(/\p{Sc}/gu))]);
	return onlyOne(codes.length > 0 || key !== 'currency' ? codes : signs);
}

/** What symbols mean where a language is spoken; nothing for English, Spanish… without a country. */
const signsIn = remembered((language) => new Map(readSigns(language)));

function readSigns(language: string): Array<readonly [string, string]> {
	try {
		const locale = new Intl.Locale(language.trim().replaceAll('_', '-'));
		// "$" on an English page may be from many countries; "kr" on a Swedish one is Swedish.
		if (locale.region === undefined && /^(?:en|es|fr|pt|ar|zh)$/u.test(locale.language)) return [];
		return onlyOnes(CODES.map((code) => [signOf(code, locale.baseName, 'symbol'), code])).filter(
			([sign]) => CODES.every((code) => code !== sign),
		);
	} catch {
		return [];
	}
}

function signOf(currency: string, locale: string, currencyDisplay: 'symbol' | 'narrowSymbol') {
	const format = new Intl.NumberFormat(locale, { style: 'currency', currency, currencyDisplay });
	const part = format.formatToParts(1).find(({ type }) => type === 'currency');
	return (part?.value ?? '').normalize('NFKC').replace(/\.$/u, '');
}

/** Without symbols that several currencies share. */
function onlyOnes(
	pairs: ReadonlyArray<readonly [sign: string, code: string]>,
): Array<readonly [string, string]> {
	return [...Map.groupBy(pairs, ([sign]) => sign)].flatMap(([sign, [first, ...others]]) =>
		sign === '' || first === undefined || others.length > 0 ? [] : [first],
	);
}
