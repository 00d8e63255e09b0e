import { onlyOne } from '../onlyOne.ts';
import { LABEL_FIT, labelWords } from '../names/labels.ts';
import { type DateOrder, datesIn } from '../shapes/dates.ts';
import { fitOfNames, type LabelledText, type Names, namesOf } from '../labels/labelledTexts.ts';
import { tellingNames, termNames } from '../einvoice/termNames.ts';
import { DOCUMENT_WORD, ORDER_WORD } from './names.ts';
import { piecesIn, type Sheet } from '../sheet/sheet.ts';

const NUMBER_LABEL = /^\s*(?:(?:no|nr|num\p{L}*|number|id)\b\.?|n\s?[°º.]|#|№)?\s*[:#]?\s*/iu;

/** The number and the date of a document in its title: "Invoice # RE-507 issued at 2019-06-10". */
export interface TitleLine {
	number?: string | undefined;
	date?: string | undefined;
}

/** Titles are no longer than this. */
const LONGEST_TITLE = 90;
/** Lines below a title in which its number may stand. */
const LINES_OF_TITLE = 4;

/** The number or other code that a text begins with; undefined if it may go on in the next word. */
function codeIn(text: string): string | undefined {
	// A number in groups: "840 771 2093".
	if (/^\d{3,}(?: \d{2,}){1,4}$/u.test(text.trim())) return text.trim();
	const [code = '', next = ''] = text.replace(/^[\s:#.]{0,8}/u, '').split(/[\s,;]/u);
	const bare = code.replace(/[.:)]{1,3}$/u, '');
	const isCode = /^[\p{L}\d]/u.test(bare) && /\d/u.test(bare);
	const mayGoOn = /^\d/u.test(next) && datesIn(next).length === 0;
	return isCode && !mayGoOn ? bare : undefined;
}

/** What a text that is, or begins as, a title says; undefined if it is none. */
function titleIn(text: string, name: RegExp, order: DateOrder | undefined) {
	const word = name.exec(text);
	if (word === null || text.length > LONGEST_TITLE || word.index > 20) return undefined;
	const rest = text.slice(word.index + word[0].length);
	const [date] = datesIn(rest, order);
	const number = codeIn(rest.replace(NUMBER_LABEL, ''));
	const isDate = number !== undefined && datesIn(number, order).length > 0;
	const isBare = rest.trim() === '';
	if (!isBare && (number === undefined || isDate)) return undefined;
	return { number, date: date?.iso ?? date?.text, isBare };
}

/** Reads the title of a document of business; its number may be in one of the lines below: "Nr.: GS-1009". */
function readTitle(
	sheet: Sheet,
	labelled: readonly LabelledText[],
	name: RegExp,
	order: DateOrder | undefined,
): TitleLine {
	let bare: number | undefined;
	for (const { text, line } of piecesIn(sheet)) {
		const title = titleIn(text, name, order);
		if (title?.isBare === false) return title;
		if (title !== undefined) bare ??= line;
	}
	const below = labelled.filter(({ label, piece: { line } }) => {
		const isNear = bare !== undefined && line >= bare && line <= bare + LINES_OF_TITLE;
		return isNear && labelWords(label).join(' ') === 'number';
	});
	return { number: onlyOne(below.flatMap(({ value }) => codeIn(value) ?? [])) };
}

/** Whether a document is the order of the one who sends it, by its title. */
export function isOrder(sheet: Sheet): boolean {
	const hasTitle = (name: RegExp): boolean =>
		piecesIn(sheet).some(({ text }) => titleIn(text, name, undefined) !== undefined);
	return hasTitle(ORDER_WORD) && !hasTitle(DOCUMENT_WORD);
}

/** Whether a document says that it is one of business. */
export const isNamed = (sheet: Sheet): boolean =>
	piecesIn(sheet).some(
		({ text }) =>
			text.length <= LONGEST_TITLE && (DOCUMENT_WORD.test(text) || ORDER_WORD.test(text)),
	);

/** The values of the best labels among those that have one; each once. */
function bestOf<Value>(
	names: Names,
	labelled: readonly LabelledText[],
	read: (one: LabelledText) => Value | undefined,
	least: number = LABEL_FIT.begins,
): Value[] {
	const found = labelled.flatMap((one) => {
		const fit = fitOfNames(names, one.label);
		const value = fit >= least ? read(one) : undefined;
		// What is behind a label rather belongs to it than what is below.
		return value === undefined ? [] : [{ value, rank: fit + (one.place === 'below' ? 0 : 0.05) }];
	});
	const rank = Math.max(0, ...found.map((one) => one.rank));
	return [...new Set(found.filter((one) => one.rank === rank).map(({ value }) => value))];
}

const NUMBER = namesOf(tellingNames('BT-1'));
const ORDER_NUMBER = namesOf(tellingNames('BT-13'));
const ISSUED = namesOf(termNames('BT-2').filter((name) => /\P{L}|.{6}/u.test(name)));
const DATE = namesOf(termNames('BT-2').filter((name) => !/\P{L}|.{6}/u.test(name)));
const DUE = namesOf([...termNames('BT-9'), ...termNames('BT-115')]);
/** Dates of something else: of delivery, and of a period. */
const OTHER_DATES = namesOf(['BT-9', 'BT-72', 'BT-73', 'BT-74'].flatMap(termNames));
/** Words for the amount that is to be paid, in sentences. */
const AMOUNTS = new Set(
	[...termNames('BT-112'), ...termNames('BT-115')]
		.filter((name) => /^\p{L}{8,}$/u.test(name))
		.map((name) => name.toLowerCase()),
);
const PAYING =
	/zahl|überweis|pay|remit|\bdue\b|fällig|régl|paie|échéance|pag[aou]|vencim|scaden|betal|verval|eingezogen|lastschrift/iu;

/** Number of the invoice or the order, dates of issue and payment. */
export interface Head {
	number?: string | undefined;
	orderNumber?: string | undefined;
	issueDate?: string | undefined;
	dueDate?: string | undefined;
}

/** Reads what the head of an invoice states by labels, its title, and the sentence about its payment. */
export function readHead(
	sheet: Sheet,
	labelled: readonly LabelledText[],
	order: DateOrder | undefined,
): Head {
	const dateOf = ({ value }: LabelledText): string | undefined => {
		const [date] = datesIn(value, order);
		return date && date.at <= 12 ? (date.iso ?? date.text) : undefined;
	};
	const isOrdering = isOrder(sheet);
	const title = readTitle(sheet, labelled, isOrdering ? ORDER_WORD : DOCUMENT_WORD, order);
	const numbers = bestOf(isOrdering ? ORDER_NUMBER : NUMBER, labelled, ({ value }) => {
		const code = codeIn(value);
		return code !== undefined && datesIn(code, order).length === 0 ? code : undefined;
	});
	const number = numbers.length > 0 ? onlyOne(numbers) : title.number;
	const whole = (names: Names) => onlyOne(bestOf(names, labelled, dateOf, LABEL_FIT.reordered));
	const issueDate =
		whole(ISSUED) ??
		title.date ??
		whole(DATE) ??
		onlyOne(bestOf(ISSUED, labelled, dateOf)) ??
		lonelyDate(sheet, labelled, order);
	const due = bestOf(DUE, labelled, dateOf);
	return {
		...(isOrdering ? { orderNumber: number } : { number }),
		issueDate,
		dueDate: due.length > 0 ? onlyOne(due) : payingDate(sheet, order, issueDate),
	};
}

/**
 * The only date of a document that is not labelled as another; else the only one in a piece of its own, or behind
 * a place ("Erfurt, 2. Februar 2026"), in the head of the first page.
 */
function lonelyDate(
	{ lines, text }: Sheet,
	labelled: readonly LabelledText[],
	order: DateOrder | undefined,
): string | undefined {
	const all = onlyOne(datesIn(text, order).map((date) => date.iso ?? date.text));
	const isOther = labelled.some(
		({ label, value }) =>
			fitOfNames(OTHER_DATES, label) >= LABEL_FIT.reordered && datesIn(value, order).length > 0,
	);
	if (all !== undefined) return isOther ? undefined : all;
	const [first] = lines;
	const last = lines.findLast(({ page }) => page === first?.page);
	const middle = ((first?.y ?? 0) + (last?.bottom ?? 0)) / 2;
	const dates = lines
		.filter(({ page, y }) => page === first?.page && y < middle)
		.flatMap(({ pieces }) => pieces)
		.flatMap(({ text }) => {
			const [date, ...others] = datesIn(text, order);
			if (date === undefined || others.length > 0) return [];
			const around = text.replace(date.text, '').replace(/\d{1,2}:\d{2}(?::\d{2})?/u, '');
			return /^[\p{L}\s]{0,30}(?:,\s?(?:den|le|il|el)?)?\s*$/u.test(around) && !around.includes(':')
				? [date.iso ?? date.text]
				: [];
		});
	return onlyOne(dates);
}

const isAboutPayment = (text: string): boolean =>
	PAYING.test(text) ||
	(text.length > 40 && text.split(/\s/u).some((word) => AMOUNTS.has(word.toLowerCase())));

/**
 * The date by which a sentence asks to pay: discounts end earlier, so it is the latest one after the date of
 * issue.
 */
function payingDate(
	sheet: Sheet,
	order: DateOrder | undefined,
	issueDate = '',
): string | undefined {
	const dates = piecesIn(sheet).flatMap(({ text: own, line }) => {
		// A sentence goes on in the next line.
		const around = [-1, 1].flatMap((step) => sheet.lines[line + step]?.text ?? []);
		const isAbout =
			isAboutPayment(own) || around.some((text) => text.length > 40 && isAboutPayment(text));
		return isAbout ? datesIn(own, order) : [];
	});
	const isos = dates.flatMap(({ iso }) => iso ?? []).filter((date) => date > issueDate);
	// One whose day and month can't be told apart is stated as it is written.
	const written = dates.flatMap(({ iso, text }) => (iso === undefined ? text : []));
	return isos.toSorted().at(-1) ?? onlyOne(written.filter((text) => text !== issueDate));
}
