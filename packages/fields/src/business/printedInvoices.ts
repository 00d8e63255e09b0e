import type { Invoice } from '@web-data-extraction/documents/invoice';
import { isEmptyAnswer, isJsonObject, type JsonValue } from '@web-data-extraction/page/json';
import { MOST_TEXT_CHARACTERS, type ExtractionSource } from '../extraction.ts';
import { describeOthers, fillFromInvoices } from '../einvoice/fillFromInvoice.ts';
import type { Unsure } from '../rules/missingFields.ts';
import { withoutItemFacts } from '../text/itemTerms.ts';
import { lettersOf } from '../names/names.ts';
import { rowsOf } from '../text/labelledPlaces.ts';
import { numbersIn } from '../shapes/amounts.ts';
import { datesIn } from '../shapes/dates.ts';
import type { SchemaNode } from '../schema/schemaNode.ts';
import { type Sheet, sheetOfRows } from '../sheet/sheet.ts';
import { invoiceParts } from './invoiceParts.ts';
import { placedNumbers } from './money.ts';
import { type BusinessReading, readBusiness } from './readBusiness.ts';
import type { StatedNumbers } from './termCheck.ts';

/** What a document states as invoices do, and all numbers on its pages. */
export interface PrintedInvoice extends BusinessReading {
	numbers: StatedNumbers;
}

/**
 * The documents of a file by the places of its words, or all of it by the lines and cells of its Markdown where
 * these are not known.
 */
function sheetsOf({ words = [], markdown }: ExtractionSource): Sheet[] {
	return words.length > 0
		? invoiceParts(words)
		: [sheetOfRows(rowsOf(withoutItemFacts(markdown.slice(0, MOST_TEXT_CHARACTERS))))];
}

/** What documents state on their pages as invoices do, each that is one; a file may hold several. */
export const printedInvoices = (sources: readonly ExtractionSource[]): PrintedInvoice[] =>
	sources
		.filter(({ html }) => html === undefined)
		.flatMap(sheetsOf)
		.flatMap((sheet) => {
			const read = readBusiness(sheet);
			return read === undefined ? [] : [{ ...read, numbers: numbersOf(sheet) }];
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

/** An answer, and the fields that are empty because readings of them differ. */
export interface PrintedAnswer {
	answer: JsonValue;
	unsure: Unsure;
	/** Whose values they are, if there are several invoices. */
	warnings: string[];
}

/**
 * An answer in which the terms of a printed invoice have the values that were read from its pages; as the
 * document writes them, if both readings agree. What the pages do not prove is stated only if both agree.
 */
export function withPrinted(
	answer: JsonValue,
	schema: SchemaNode,
	documents: readonly PrintedInvoice[],
): PrintedAnswer {
	const fill = (invoices: readonly Invoice[]) =>
		fillFromInvoices(schema, invoices, documents.length > 1);
	const printed = fill(documents.map(({ invoice }) => invoice));
	if (printed === undefined || !isJsonObject(answer))
		return { answer, unsure: new Map(), warnings: [] };
	const [only, ...others] = documents;
	const maybe = only && others.length === 0 ? (fill([only.maybe]) ?? {}) : {};
	const unsure = new Map<string, string[]>();
	const stated = Object.entries(printed).flatMap(([name, value]): Array<[string, JsonValue]> => {
		const own = answer[name] ?? null;
		if (!isEmptyAnswer(value)) return isSameValue(own, value) ? [] : [[name, value]];
		// Of several, it may be the one of another.
		if (others.length > 0) return [[name, value]];
		const other = maybe[name] ?? null;
		if (isEmptyAnswer(other) || typeof other === 'object') return [];
		if (isSameValue(own, other) || lettersOf(String(own)) === lettersOf(String(other))) return [];
		unsure.set(name, [String(other), ...(isEmptyAnswer(own) ? [] : [String(own)])]);
		return [[name, null]];
	});
	const warnings = describeOthers(
		printed,
		documents.map(({ invoice }) => invoice),
	);
	return { answer: { ...answer, ...Object.fromEntries(stated) }, unsure, warnings };
}
