import { dateOrderIn } from '../shapes/dates.ts';
import { labelledTexts } from '../labels/labelledTexts.ts';
import { type Sheet, sheetOfPages } from '../sheet/sheet.ts';
import { readHead } from './head.ts';
import { readBusiness } from './readBusiness.ts';

type Pages = Parameters<typeof sheetOfPages>[0];

/** Pages before the first invoice: a letter. Without a number on the next one, a file is no stack of invoices. */
const MOST_COVER_PAGES = 3;

const numberOf = (sheet: Sheet): string | undefined =>
	readHead(sheet, labelledTexts(sheet), dateOrderIn(sheet.text)).number;

/** Whether a document stands by itself: it has a number and a total of its own. */
function isInvoice(sheet: Sheet): boolean {
	const { number, totals } = readBusiness(sheet)?.invoice ?? {};
	return number !== undefined && totals?.gross !== undefined;
}

/**
 * The invoices that a file holds one after the other, by the places of their words: each begins on a page whose
 * number differs from the one before, and has a total. All pages together if one of them would have none: other
 * numbers are those of notes and annexes.
 */
export function invoiceParts(pages: Pages): Sheet[] {
	const parts: Array<{ number: string | undefined; pages: Pages }> = [];
	for (const page of pages) {
		const [first] = parts;
		if (first?.number === undefined && first?.pages.length === MOST_COVER_PAGES + 1) break;
		const number = numberOf(sheetOfPages([page]));
		const last = parts.at(-1);
		const isOther = number !== undefined && last?.number !== undefined && number !== last.number;
		if (last === undefined || isOther) parts.push({ number, pages: [page] });
		else {
			last.pages = [...last.pages, page];
			last.number ??= number;
		}
	}
	const sheets = parts.length > 1 ? parts.map((part) => sheetOfPages(part.pages)) : [];
	return sheets.length > 1 && sheets.every(isInvoice) ? sheets : [sheetOfPages(pages)];
}
