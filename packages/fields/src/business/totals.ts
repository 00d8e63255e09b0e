import type { InvoiceTotals } from '@web-data-extraction/documents/invoice';
import { fitOfNames, type Names, namesOf } from '../labels/labelledTexts.ts';
import { termNames } from '../einvoice/termNames.ts';
import { isAmount, isSame, type PlacedNumber } from './money.ts';
import { pieceBelow, type Sheet } from '../sheet/sheet.ts';
import { type Witness, witnessesOf } from './witnesses.ts';

const NAMES = {
	net: namesOf(termNames('BT-109')),
	tax: namesOf(termNames('BT-110')),
	gross: namesOf([...termNames('BT-112'), ...termNames('BT-115')]),
	paid: namesOf(termNames('BT-113')),
} as const;

/** An amount with the labels of all places where it stands. */
interface Candidate {
	value: number;
	labels: string[];
	/** Those above it, which may be titles of a column with many amounts. */
	titles: string[];
	/** Lines in which it stands. */
	lines: number[];
	/** Whether another amount stands below it: a title above both is none of a total. */
	isListed: boolean;
}

/** What a total has or has not: with or without tax. */
const EXCLUDED = /(?<!\p{L})(?:excl|exkl|ex\b|exclu|ohne|hors|HT\b|sans|sin|senza|zonder|before)/iu;
const INCLUDED = /(?<!\p{L})(?:in[ck]l|inclu|TTC|compris|con\b|including)/iu;

/** A label above an amount says less than one before it. */
const TITLE_FIT = 0.95;

/** How much the labels of an amount say for a role: 0 to 1. */
function support({ labels, titles }: Candidate, names: Names): number {
	const fits = labels.map((label) => fitOfLabel(names, label));
	return Math.max(0, ...fits, ...titles.map((title) => TITLE_FIT * fitOfLabel(names, title)));
}

/** The same for the total, of which a title above several amounts is none. */
const supportOfTotal = (one: Candidate): number =>
	support({ ...one, titles: one.isListed ? [] : one.titles }, NAMES.gross);

/**
 * A label of an amount, such as "Rechnungssumme Netto (excl. USt.)": what it fits as a whole, or in one of its
 * words, which then decides less.
 */
function fitOfLabel(names: Names, label: string): number {
	if (names === NAMES.net && EXCLUDED.test(label)) return 0.7;
	if (names === NAMES.gross && INCLUDED.test(label)) return 0.7;
	if (names === NAMES.gross && EXCLUDED.test(label)) return 0;
	const whole = fitOfNames(names, label.replace(/\d{1,2}(?:[.,]\d{1,2})?\s?%/gu, ' '));
	if (whole > 0) return whole;
	const bare = label
		.slice(0, 200)
		.replace(/\([^()]{0,60}\)/gu, ' ')
		.split(/[\s:/]+/u);
	return bare.some((word) => /\p{L}{2}/u.test(word) && fitOfNames(names, word) >= 0.9) ? 0.5 : 0;
}

function candidatesOf(sheet: Sheet, numbers: readonly PlacedNumber[]): Candidate[] {
	const byValue = new Map<number, Candidate>();
	for (const number of numbers.filter(isAmount)) {
		const one = byValue.get(number.value) ?? {
			value: number.value,
			labels: [],
			titles: [],
			lines: [],
			isListed: false,
		};
		byValue.set(number.value, one);
		one.labels.push(number.label, number.before);
		one.titles.push(...labelsAbove(sheet, number));
		one.lines.push(number.piece.line);
		one.isListed ||= /^[^\p{L}]*\d[.,]\d{2}/u.test(
			pieceBelow(sheet, number.piece, 1.5)?.text ?? '',
		);
	}
	return [...byValue.values()];
}

/** A label above an amount: "TOTAL HT" over "100,00". */
function labelsAbove(sheet: Sheet, { piece }: PlacedNumber): string[] {
	return sheet.lines
		.slice(Math.max(0, piece.line - 4), piece.line)
		.filter(({ page }) => page === piece.page)
		.flatMap(({ pieces }) => pieces)
		.filter((other) => !/\d/u.test(other.text) && pieceBelow(sheet, other, 4) === piece)
		.map(({ text }) => text);
}

/** Net, tax and gross that add up. */
interface Triple {
	net: Candidate;
	tax: number;
	gross: Candidate;
	score: number;
	/** Whether net and tax are what they are by two of three: a label of each, a rate of the document. */
	isProved: boolean;
}

const MAX_RATE = 0.35;
/** A triple counts from this score: a rate of the document, or two labels. */
const LEAST_SCORE = 2;
/** Totals may be rounded to what can be paid in coins, by an amount that is stated. */
const MAX_ROUNDING = 0.05;

/** How much says that amounts are a total, its net and its tax; nothing if only their sum does. */
function scoreOf(
	net: Candidate,
	tax: Candidate | undefined,
	gross: Candidate,
	{ rates, largest }: { rates: readonly number[]; largest: number },
): Pick<Triple, 'score' | 'isProved'> {
	const amount = gross.value - net.value;
	const isRate = rates.some((rate) => Math.abs(net.value * rate - amount) <= 0.02);
	const isBelow = Math.max(...gross.lines) >= Math.max(...net.lines);
	const named = { net: support(net, NAMES.net), tax: tax ? support(tax, NAMES.tax) : 0 };
	const witnesses = [isRate, named.net > 0, named.tax > 0].filter(Boolean).length;
	if (witnesses === 0) return { score: 0, isProved: false };
	const isNet = support(gross, NAMES.gross) === 0 ? support(gross, NAMES.net) : 0;
	const score =
		1.5 * support(gross, NAMES.gross) +
		1.5 * named.net +
		(tax ? 1 : 0) +
		named.tax +
		(isRate ? 1.5 : 0) +
		(isBelow ? 0.5 : 0) +
		// The totals of a line add up too: those of the document are larger.
		(Math.abs(gross.value) >= largest ? 1 : 0) -
		2 * isNet;
	return { score, isProved: witnesses > 1 };
}

/** Tax amounts, each a rate of an amount of the document, or labelled as tax. */
const taxesOf = (all: readonly Candidate[], rates: readonly number[]): Candidate[] =>
	all.filter(
		(tax) =>
			support(tax, NAMES.tax) > 0 ||
			all.some((base) => rates.some((rate) => Math.abs(base.value * rate - tax.value) <= 0.011)),
	);

/** Whether an amount is the sum of two or three taxes. */
function isSumOf(amount: number, taxes: readonly Candidate[]): boolean {
	return taxes.some((a, at) =>
		taxes
			.slice(at + 1)
			.some(
				(b, next) =>
					isSame(a.value + b.value, amount) ||
					taxes.slice(at + next + 2).some((c) => isSame(a.value + b.value + c.value, amount)),
			),
	);
}

function triplesOf(all: readonly Candidate[], rates: readonly number[]): Triple[] {
	const taxes = taxesOf(all, rates).slice(0, 12);
	const largest = Math.max(...all.map(({ value }) => Math.abs(value)));
	const roundings = [0, ...all.map(({ value }) => value)].filter(
		(value) => Math.abs(value) <= MAX_ROUNDING,
	);
	const stating = (tax: number): Candidate | undefined =>
		all.find(({ value }) => roundings.some((rounding) => isSame(value + rounding, tax)));
	return all.flatMap((gross) =>
		all.flatMap((net): Triple[] => {
			const tax = gross.value - net.value;
			const isGreater = Math.abs(gross.value) > Math.abs(net.value) && tax * net.value > 0;
			if (!isGreater || tax / net.value > MAX_RATE) return [];
			const stated = stating(tax);
			if (stated === undefined && !isSumOf(tax, taxes)) return [];
			const own = scoreOf(net, stated, gross, { rates, largest });
			return [{ net, tax: stated?.value ?? Math.round(tax * 100) / 100, gross, ...own }];
		}),
	);
}

/** Totals, and a net amount and a tax that may be theirs. */
export interface TotalsReading extends InvoiceTotals {
	maybe?: Pick<InvoiceTotals, 'net' | 'tax'>;
	/** The total, where arithmetic confirms it: it was not misread. */
	proved?: number | undefined;
}

/** More amounts than this are those of a list: only the last and the largest can be totals. */
const MOST_CANDIDATES = 120;

/**
 * The totals of an invoice, decided by arithmetic: net and tax that add up to gross, with labels and rates as
 * witnesses. Without such amounts, the only one whose label says that it is the total.
 */
export function readTotals(sheet: Sheet, numbers: readonly PlacedNumber[]): TotalsReading {
	const all = candidatesOf(sheet, numbers).slice(-MOST_CANDIDATES);
	const total = witnessedTotal(all, numbers);
	const totals = chooseTotals(all, numbers, total);
	const isProved = total !== undefined && totals.gross === total.value;
	return { ...totals, ...(isProved && { proved: total.value }) };
}

function chooseTotals(
	all: readonly Candidate[],
	numbers: readonly PlacedNumber[],
	total: Witnessed | undefined,
): TotalsReading {
	const rates = [
		...new Set(numbers.filter(({ isPercent }) => isPercent).map(({ value }) => value / 100)),
	];
	const [best, second] = triplesOf(all, rates)
		.filter(({ score }) => score >= LEAST_SCORE)
		.toSorted((a, b) => b.score - a.score);
	const changed = total?.isPaid === true ? total.value : undefined;
	if (best === undefined) return untaxed(all) ?? grossOnly(total?.value ?? lonelyTotal(all));
	const other = contradiction(best, all, changed);
	if (other !== undefined) return other;
	const { net, tax, gross } = best;
	const isClear = second === undefined || best.score > second.score + 0.4;
	if (!isClear && !isSame(gross.value, second.gross.value)) return grossOnly(changed);
	// The total is sure, its parts are not.
	const isOpen = !isClear && !isSame(net.value, second.net.value);
	if (isOpen) return grossOnly(gross.value);
	if (!best.isProved) return { gross: gross.value, maybe: { net: net.value, tax } };
	return { net: net.value, tax, gross: gross.value, ...paidOf(all, gross) };
}

/** Totals without tax, where a tax of nothing is stated beside a net amount and a total that are the same. */
function untaxed(all: readonly Candidate[]): InvoiceTotals | undefined {
	const hasNone = all.some((one) => one.value === 0 && support(one, NAMES.tax) > 0);
	const total = hasNone ? lonelyTotal(all) : undefined;
	const net = all.find((one) => total !== undefined && isSame(one.value, total));
	const isNet = net !== undefined && support(net, NAMES.net) > 0;
	return isNet && total !== undefined ? { net: total, tax: 0, gross: total } : undefined;
}

const grossOnly = (gross: number | undefined): InvoiceTotals =>
	gross === undefined ? {} : { gross };

/**
 * What is known instead if another total is stated: what was paid less the change, and the plain label of a
 * total, win over amounts that add up elsewhere.
 */
function contradiction(
	{ net, gross }: Triple,
	all: readonly Candidate[],
	changed: number | undefined,
): InvoiceTotals | undefined {
	const isOther = (value: number | undefined): value is number =>
		value !== undefined && ![net, gross].some((one) => isSame(one.value, value));
	if (isOther(changed)) return { gross: changed };
	const labelled = labelledTotal(all);
	if (!isOther(labelled) || support(gross, NAMES.gross) >= 0.9) return undefined;
	const isPaidBefore = all.some(({ value }) => isSame(gross.value - value, labelled));
	if (isPaidBefore) return undefined;
	return labelled > gross.value ? { gross: labelled } : {};
}

/** The only amount that is labelled with a name of a total and nothing else. */
function labelledTotal(all: readonly Candidate[]): number | undefined {
	const found = all.filter((one) => support(one, NAMES.gross) >= 0.9 && one.value !== 0);
	return found.length === 1 ? found[0]?.value : undefined;
}

/** How much each kind of arithmetic says: what was paid was the total, a sum may be that of a part. */
const WEIGHTS: Readonly<Record<Witness, number>> = {
	paid: 2,
	taxed: 1,
	summed: 1,
};

/** A total that arithmetic confirms. */
interface Witnessed {
	value: number;
	isPaid: boolean;
}

/**
 * The amount that most says is the total: its label and a sum, or without a label two sums. Undefined where two
 * amounts have as much.
 */
function witnessedTotal(
	all: readonly Candidate[],
	numbers: readonly PlacedNumber[],
): Witnessed | undefined {
	const rated = witnessesOf(numbers).flatMap(({ value, witnesses }) => {
		const own = all.find((one) => isSame(one.value, value));
		const fit = own ? supportOfTotal(own) : 0;
		const isEnough = witnesses.size > (fit > 0 ? 0 : 1);
		const weight = [...witnesses].reduce((sum, one) => sum + WEIGHTS[one], 1.5 * fit);
		return isEnough ? [{ value, weight, isPaid: fit > 0 && witnesses.has('paid') }] : [];
	});
	const [best, second] = rated.toSorted((a, b) => b.weight - a.weight);
	return best !== undefined && best.weight > (second?.weight ?? 0) ? best : undefined;
}

/** What was paid before, and what is due. */
function paidOf(all: readonly Candidate[], gross: Candidate): InvoiceTotals {
	const paid = all.find((one) => support(one, NAMES.paid) > 0 && one.value > 0);
	const due = paid && all.find(({ value }) => isSame(value, gross.value - paid.value));
	return paid && due ? { paid: paid.value, due: due.value } : { due: gross.value };
}

/** The only amount, or the largest, whose label is that of a total. */
function lonelyTotal(all: readonly Candidate[]): number | undefined {
	const supported = all.map((one) => ({ ...one, fit: supportOfTotal(one) }));
	const fit = Math.max(0, ...supported.map((one) => one.fit));
	const best = supported.filter((one) => one.fit === fit && fit > 0 && one.value !== 0);
	return best.length === 1 ? best[0]?.value : undefined;
}
