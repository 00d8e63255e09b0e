import type { Invoice } from '@web-data-extraction/documents/invoice';
import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { MOST_TEXT_CHARACTERS, type ExtractionSource } from '../extraction.ts';
import { fillFromInvoices } from '../einvoice/fillFromInvoice.ts';
import { withoutItemFacts } from '../rules/itemTerms.ts';
import { rowsOf } from '../rules/labelledPlaces.ts';
import { numbersIn } from '../shapes/amounts.ts';
import { datesIn } from '../shapes/dates.ts';
import type { SchemaNode } from '../schema/schemaNode.ts';
import { type Sheet, sheetOfPages, sheetOfRows } from '../sheet/sheet.ts';
import { placedNumbers } from './money.ts';
import { readBusiness } from './readBusiness.ts';
import type { StatedNumbers } from './termCheck.ts';

/** What a document states as invoices do, and all numbers on its pages. */
export interface PrintedInvoice {
	invoice: Invoice;
	numbers: StatedNumbers;
}

/** A document by the places of its words, or by the lines and cells of its Markdown where these are not known. */
function sheetOf({ words = [], markdown }: ExtractionSource): Sheet {
	return words.length > 0
		? sheetOfPages(words)
		: sheetOfRows(rowsOf(withoutItemFacts(markdown.slice(0, MOST_TEXT_CHARACTERS))));
}

/** What documents state on their pages as invoices do, each that is one. */
export const printedInvoices = (sources: readonly ExtractionSource[]): PrintedInvoice[] =>
	sources
		.filter(({ html }) => html === undefined)
		.flatMap((source) => {
			const sheet = sheetOf(source);
			const invoice = readBusiness(sheet);
			return invoice === undefined ? [] : [{ invoice, numbers: numbersOf(sheet) }];
		});

function numbersOf(sheet: Sheet): StatedNumbers {
	const numbers = placedNumbers(sheet);
	const valuesOf = (isRate: boolean): number[] =>
		numbers.filter(({ isPercent }) => isPercent === isRate).map(({ value }) => value);
	return { amounts: valuesOf(false), rates: valuesOf(true) };
}

/** Whether two values say the same, one as it is written and one as it is compared: "17.04.2026", "EUR 12.00". */
function isSameValue(written: JsonValue, compared: JsonValue): boolean {
	const text = typeof written === 'string' ? written : '';
	const [date] = datesIn(text);
	const [number] = numbersIn(text);
	return (date !== undefined && date.iso === compared) || number?.value === Number(compared);
}

/**
 * An answer in which the terms of a printed invoice have the values that were read from its pages; as the
 * document writes them, if both readings agree.
 */
export function withPrinted(
	answer: JsonValue,
	schema: SchemaNode,
	documents: readonly PrintedInvoice[],
): JsonValue {
	const printed = fillFromInvoices(
		schema,
		documents.map(({ invoice }) => invoice),
	);
	if (printed === undefined || !isJsonObject(answer)) return answer;
	const stated = Object.entries(printed).filter(
		([name, value]) => !isEmptyAnswer(value) && !isSameValue(answer[name] ?? null, value),
	);
	return { ...answer, ...Object.fromEntries(stated) };
}
