import type { Invoice } from './invoice.ts';

/** Amounts with two decimals, however their thousands are grouped. */
const AMOUNT = /(?<![\d.,])\d{1,3}(?:[.,'’   ]?\d{3})*[.,]\d{2}(?![\d.,]*\d)/g;
const DATE = /(?<!\d)(?:\d{4}-\d{1,2}-\d{1,2}|\d{1,2}([./-]) ?\d{1,2}\1 ?(?:\d{4}|\d{2}))(?!\d)/g;

const hundredths = (amount: string): number => Number(amount.replace(/\D/g, ''));

/** The largest amount is the total, if there is no better sign. */
function describeTotal({ totals = {} }: Invoice, text: string): string[] {
	const { gross, due } = totals;
	const found = [...text.matchAll(AMOUNT)].map(([amount]) => amount);
	const [first] = found;
	if (gross === undefined || first === undefined) return [];
	const stated = [gross, due ?? gross].map((amount) => Math.round(Math.abs(amount) * 100));
	if (found.some((amount) => stated.includes(hundredths(amount)))) return [];
	const largest = found.reduce(
		(most, amount) => (hundredths(amount) > hundredths(most) ? amount : most),
		first,
	);
	return [
		`The e-invoice in the PDF states a total of ${gross.toFixed(2)}, which its pages do not show; the largest amount on them is ${largest}.`,
	];
}

const folded = (text: string): string =>
	text
		.normalize('NFKC')
		.toLowerCase()
		.replace(/[^\p{L}\p{N}]/gu, '');

/** A text with each digit, and each letter, replaced by the same sign. */
const shapeOf = (text: string): string => folded(text).replace(/\d/g, '9').replace(/\p{L}/gu, 'a');

function describeNumber({ number }: Invoice, text: string): string[] {
	if (number === undefined || folded(number) === '' || folded(text).includes(folded(number)))
		return [];
	const alike = text.split(/[\s|*]+/).find((word) => shapeOf(word) === shapeOf(number));
	// Pages that show no number contradict nothing.
	if (alike === undefined) return [];
	return [
		`The e-invoice in the PDF has the number "${number}", which its pages do not show; they show "${alike}".`,
	];
}

/** Languages whose names of months are recognised: those of the European Union with Latin letters. */
const LANGUAGES = 'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(
	' ',
);

/** The ways in which the names of months begin, folded, as alternatives of an expression. */
function monthNames(months: readonly number[]): string {
	const names = months.flatMap((month) => {
		const day = new Date(Date.UTC(2000, month - 1, 15));
		return LANGUAGES.flatMap((language) =>
			(['long', 'short'] as const).map((style) => {
				const format = new Intl.DateTimeFormat(language, {
					day: 'numeric',
					month: style,
					timeZone: 'UTC',
				});
				const name = format.formatToParts(day).find(({ type }) => type === 'month')?.value ?? '';
				return folded(withoutMarks(name));
			}),
		);
	});
	return [...new Set(names)].filter((name) => /\p{L}/u.test(name)).join('|');
}

const withoutMarks = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '');

/** Days with the name of their month, in a text without marks. */
function wordedDays(day: string, months: readonly number[], year: string): RegExp {
	const names = monthNames(months);
	const sign = '[\\s.,ºª-]';
	const between = `${sign}{0,3}(?:de |of )?`;
	return new RegExp(
		`(?<![\\p{L}\\d])(?:${day}(?:st|nd|rd|th|er)?${between}(?:${names})${between}${year}|(?:${names})${between}${day}(?:st|nd|rd|th)?${between}${year})(?!\\d)`,
		'giu',
	);
}

/** Whether a text shows a day, in figures or with the name of its month. */
function showsDay(text: string, isoDay: string): boolean {
	const [year = '', month = '', day = ''] = isoDay.split('-').map((part) => String(Number(part)));
	const years = [year, year.slice(2)];
	const numeric = (a: string, b: string): string =>
		`0?${a}\\s?[./-]\\s?0?${b}\\s?[./-]\\s?(?:${years.join('|')})`;
	const figures = [
		numeric(day, month),
		numeric(month, day),
		`${year}[./-]?0?${month}[./-]?0?${day}`,
	];
	if (new RegExp(`(?<!\\d)(?:${figures.join('|')})(?!\\d)`).test(text)) return true;
	return wordedDays(`0?${day}`, [Number(month)], year).test(withoutMarks(text));
}

const ALL_MONTHS = Array.from({ length: 12 }, (_, at) => at + 1);

function describeDay({ issueDate }: Invoice, text: string): string[] {
	if (issueDate === undefined || showsDay(text, issueDate)) return [];
	const worded = withoutMarks(text).matchAll(wordedDays('\\d{1,2}', ALL_MONTHS, '\\d{4}'));
	const shown = [...new Set([...text.matchAll(DATE), ...worded].map(([date]) => date))];
	if (shown.length === 0) return [];
	return [
		`The e-invoice in the PDF was issued on ${issueDate}, which its pages do not show; they show ${shown.slice(0, 3).join(', ')}.`,
	];
}

/**
 * Where the pages of a PDF show another total, number or date than the e-invoice embedded in it: a sentence
 * each, with both.
 * @param text of the pages, as Markdown; without any, nothing is compared
 */
export function comparePages(invoice: Invoice, text: string): string[] {
	const plain = text.replace(/\\(?=[!-/:-@[-`{-~])/g, '');
	if (!/\d/.test(plain)) return [];
	return [
		...describeTotal(invoice, plain),
		...describeNumber(invoice, plain),
		...describeDay(invoice, plain),
	];
}
