import type { InvoiceLine, InvoiceTotals } from '@web-data-extraction/documents/invoice';
import { LABEL_FIT } from '../names/labels.ts';
import { type ItemTable, itemTables } from './itemTables.ts';
import { isSame, type PlacedNumber } from './money.ts';
import { nameColumn, nameOfRow, type NamedRow, textsOfRows } from './itemNames.ts';
import { fitOf, numberColumns, readColumns, type Reading } from './numberColumns.ts';
import type { Line, Sheet } from '../sheet/sheet.ts';

/**
 * The lines of an invoice from its table of goods and services. Columns are told apart by quantity × price =
 * total; lines without proof are kept if all of them sum up to a total of the invoice.
 */
export function readLines(
	sheet: Sheet,
	numbers: readonly PlacedNumber[],
	totals: InvoiceTotals,
): InvoiceLine[] {
	const byLine = Map.groupBy(numbers, ({ piece }) => piece.line);
	for (const table of itemTables(sheet)) {
		const lines = readTable(table, byLine, totals);
		if (lines.length > 0) return lines;
	}
	return [];
}

function readTable(
	table: ItemTable,
	numbers: ReadonlyMap<number, readonly PlacedNumber[]>,
	totals: InvoiceTotals,
): InvoiceLine[] {
	const body = { ...table, lines: upToTotals(table.lines, numbers, totals) };
	const columns = numberColumns(body, numbers);
	const reading = readColumns(columns);
	if (reading === undefined) return [];
	const { quantity, price, total, proved } = reading;
	const anchors = body.lines.filter(({ pieces }) => {
		const at = pieces[0]?.line ?? -1;
		const hasOther = quantity?.numbers.has(at) === true || price?.numbers.has(at) === true;
		return total.numbers.has(at) && (hasOther || (quantity === undefined && price === undefined));
	});
	const sum = anchors.reduce(
		(all, { pieces }) => all + (total.numbers.get(pieces[0]?.line ?? -1)?.value ?? 0),
		0,
	);
	const isWhole = [totals.net, totals.gross, totals.lines].some(
		(one) => one !== undefined && isSame(one, sum),
	);
	const name = nameColumn(body, columns);
	const rows = name
		? textsOfRows(body, anchors, name)
		: anchors.map((line) => ({ line, texts: [] }));
	const isProved = (line: Line): boolean => isWhole || proved.has(line.pieces[0]?.line ?? -1);
	if (!isWhole && proved.size * 2 < anchors.length) return [];
	if (anchors.length === 0) return [];
	// A row that proves nothing in a table whose sum is not known may be anything.
	return rows.filter(({ line }) => isProved(line)).flatMap((row) => lineOf(row, reading) ?? []);
}

/** A row of a table as a line of an invoice; undefined if it says neither what is sold nor how many. */
function lineOf(
	row: NamedRow,
	{ quantity, price, total, proved }: Reading,
): InvoiceLine | undefined {
	const at = row.line.pieces[0]?.line ?? -1;
	const [many, each, sum] = [quantity, price, total].map((column) => column?.numbers.get(at));
	const name = nameOfRow(
		row,
		[many, each, sum].flatMap((cell) => cell ?? []),
	);
	if (name === undefined && many === undefined) return undefined;
	// A price that contradicts the amount may be of something else, unless its title says what it is.
	const isSure = proved.has(at) || !many || fitOf(price, 'price') >= LABEL_FIT.reordered;
	const line: InvoiceLine = { ...(name && { name }) };
	if (many) line.quantity = many.value;
	if (sum) line.netAmount = sum.value;
	if (each && isSure) line.netPrice = each.value;
	return line;
}

/** The lines of a table before the totals. */
function upToTotals(
	lines: readonly Line[],
	numbers: ReadonlyMap<number, readonly PlacedNumber[]>,
	totals: InvoiceTotals,
): Line[] {
	const ends = [totals.net, totals.gross].filter((one) => one !== undefined);
	const end = lines.findIndex(({ pieces }) => {
		const own = numbers.get(pieces[0]?.line ?? -1) ?? [];
		const stated = own.filter(({ isPercent }) => !isPercent);
		return (
			stated.length === 1 &&
			own.some(({ value, label }) => label !== '' && ends.some((one) => isSame(one, value)))
		);
	});
	return end === -1 ? [...lines] : lines.slice(0, end);
}
