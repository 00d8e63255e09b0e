import type { InvoiceLine, InvoiceTotals } from '@web-data-extraction/documents/invoice';
import { LABEL_FIT } from '../labels/labels.ts';
import { type Column, type ItemTable, itemTables, type Role } from './itemTables.ts';
import { isSame, type PlacedNumber } from './money.ts';
import { isInColumn, type Line, type Piece, type Sheet } from '../sheet/sheet.ts';

/** Numbers of a table below each other. */
interface NumberColumn {
	x: number;
	right: number;
	/** By line. */
	numbers: Map<number, PlacedNumber>;
	roles: Map<Role, number>;
}

/** Whether a number has no words beside it in its piece, except a unit or a currency. */
const isAlone = ({ piece }: PlacedNumber): boolean =>
	(piece.text.replace(/\b[A-Z]{3}\b|\p{Sc}/gu, '').match(/\p{L}/gu)?.length ?? 0) <= 5;

function numberColumns(
	{ columns, lines }: ItemTable,
	numbers: ReadonlyMap<number, readonly PlacedNumber[]>,
): NumberColumn[] {
	const found: NumberColumn[] = [];
	const own = lines.flatMap((line) => numbers.get(line.pieces[0]?.line ?? -1) ?? []);
	const usable = own.filter(({ isPercent }) => !isPercent);
	const add = (number: PlacedNumber, column: NumberColumn | undefined): void => {
		const { piece } = number;
		const { x, right } = isAlone(number) ? piece : number;
		if (column === undefined) {
			found.push({ x, right, numbers: new Map([[piece.line, number]]), roles: new Map() });
			return;
		}
		column.numbers.set(piece.line, number);
		column.x = Math.min(column.x, x);
		column.right = Math.max(column.right, right);
	};
	const columnAt = (number: PlacedNumber): NumberColumn | undefined =>
		found.find(
			(one) =>
				isInColumn(one, isAlone(number) ? number.piece : number) &&
				!one.numbers.has(number.piece.line),
		);
	for (const number of usable.filter(isAlone)) add(number, columnAt(number));
	// A number may touch the text before it, below numbers that do not.
	for (const number of usable.filter((one) => !isAlone(one))) {
		const { piece, end, text, at } = number;
		const isAtEnd = end >= piece.text.trimEnd().length || at === 0;
		const column = isAtEnd && text.length > 0 ? columnAt(number) : undefined;
		if (column) add(number, column);
	}
	for (const column of found) {
		const above = columns
			.map((one) => ({
				one,
				shared: Math.min(one.right, column.right) - Math.max(one.x, column.x),
			}))
			.toSorted((a, b) => b.shared - a.shared)[0];
		if (above) column.roles = above.shared > -15 ? above.one.roles : new Map();
	}
	return found;
}

/** Which columns are quantity, unit price and total. */
interface Reading {
	quantity?: NumberColumn | undefined;
	price?: NumberColumn | undefined;
	total: NumberColumn;
	score: number;
	/** Lines in which quantity × price is the total. */
	proved: Set<number>;
}

/** Prices are rounded to cents, or to more decimals than are shown. */
const isProduct = (quantity: number, price: PlacedNumber, total: number): boolean =>
	Math.abs(quantity * price.value - total) <=
	Math.abs(quantity) * 0.5 * 10 ** -Math.max(2, price.decimals) + 0.0101;

const fitOf = (column: NumberColumn | undefined, role: Role): number =>
	column?.roles.get(role) ?? 0;

/** Tables of goods have fewer columns of numbers. */
const MOST_NUMBER_COLUMNS = 12;

function readColumns(columns: readonly NumberColumn[]): Reading | undefined {
	const usable = columns
		.filter(({ numbers }) => [...numbers.values()].some(({ isPercent }) => !isPercent))
		.slice(0, MOST_NUMBER_COLUMNS);
	const readings = usable.flatMap((total) =>
		usable.flatMap((price) =>
			[undefined, ...usable].flatMap((quantity): Reading[] => {
				if (price === total && quantity !== undefined) return [];
				if (quantity === price || quantity === total) return [];
				return [readingOf(quantity, price === total ? undefined : price, total)];
			}),
		),
	);
	return readings.toSorted((a, b) => b.score - a.score)[0];
}

/** Whether most numbers of a column have cents or a currency. */
function isMostlyMoney(column: NumberColumn | undefined): boolean {
	const all = [...(column?.numbers.values() ?? [])];
	return all.filter(({ decimals, currency }) => decimals === 2 || currency).length * 2 > all.length;
}

function readingOf(
	quantity: NumberColumn | undefined,
	price: NumberColumn | undefined,
	total: NumberColumn,
): Reading {
	const proved = new Set<number>();
	let wrong = 0;
	for (const [line, { value }] of total.numbers) {
		const [many, each] = [quantity?.numbers.get(line), price?.numbers.get(line)];
		if (!many || !each) continue;
		if (isProduct(many.value, each, value)) proved.add(line);
		else wrong += 1;
	}
	// Once a price proves nothing about which is which.
	const telling = [...proved].filter((line) =>
		[quantity, price].every((column) => column?.numbers.get(line)?.value !== 1),
	).length;
	const cents = [...total.numbers.values()].filter(({ decimals }) => decimals === 2).length;
	const names = fitOf(quantity, 'quantity') + fitOf(price, 'price') + fitOf(total, 'total');
	const isOrdered = price === undefined || price.x < total.x;
	const isMoney = isMostlyMoney(price) ? 0.5 : 0;
	const isCount = isMostlyMoney(quantity) ? -0.5 : 0;
	const score =
		telling * 2 +
		(proved.size - telling) * 0.6 -
		wrong * 1.5 +
		names +
		(isOrdered ? 0.3 : 0) +
		isMoney +
		isCount +
		(cents > 0 ? 0.3 : -1);
	return { quantity, price, total, score, proved };
}

/** The text of an item: its lines in the column of names, those of details left out. */
const DETAIL = /^[\p{L}#°\s/.-]{2,30}:|^\d{1,2}[./]\d{1,2}[./]\d{2,4}\s?[-–]/u;

/** Lines of text of a name are at most this many heights apart. */
const TEXT_GAP = 1.2;

interface Anchor {
	line: Line;
	texts: Piece[];
}

/** Assigns the texts of the column of names to the rows of numbers. */
function textsOfRows(
	table: ItemTable,
	anchors: readonly Line[],
	name: { x: number; right: number },
): Anchor[] {
	const rows = anchors.map((line): Anchor => ({ line, texts: [] }));
	const pieces = table.lines.flatMap((line) =>
		line.pieces.filter(
			(piece) => piece.x >= name.x - 6 && piece.x < name.right && /\p{L}{2}/u.test(piece.text),
		),
	);
	const isBeside = (piece: Piece, line: Line): boolean =>
		piece.page === line.page && Math.abs(piece.y - line.y) <= 3;
	const isTop =
		rows.filter(({ line }) => pieces.some((piece) => isBeside(piece, line))).length * 2 >
		rows.length;
	for (const piece of pieces) {
		const index = (page: number, y: number): number => page * 1e6 + y;
		const at = isTop
			? rows.findLastIndex(({ line }) => index(line.page, line.y) <= index(piece.page, piece.y) + 3)
			: nearestRow(rows, piece);
		rows[at]?.texts.push(piece);
	}
	return rows;
}

const nearestRow = (rows: readonly Anchor[], piece: Piece): number => {
	const far = rows.map(({ line }) =>
		line.page === piece.page
			? Math.abs((line.y + line.bottom) / 2 - (piece.y + piece.bottom) / 2)
			: Infinity,
	);
	const least = Math.min(...far);
	return least < 40 ? far.indexOf(least) : -1;
};

function nameOfRow({ texts }: Anchor, cells: readonly PlacedNumber[]): string | undefined {
	const kept: Piece[] = [];
	for (const piece of texts) {
		const last = kept.at(-1);
		if (
			last &&
			(DETAIL.test(piece.text) || piece.y - last.bottom > (piece.bottom - piece.y) * TEXT_GAP)
		)
			break;
		if (last && last.page !== piece.page) break;
		kept.push(piece);
	}
	const textOf = (piece: Piece): string => {
		const touching = cells.find((cell) => cell.piece === piece && cell.at > 0);
		return touching ? piece.text.slice(0, touching.at).trim() : piece.text;
	};
	return kept.map(textOf).join(' ') || undefined;
}

/** Where the names of a table's items are: below the title of names, up to the next column. */
function nameColumn(
	{ columns, lines }: ItemTable,
	numbers: readonly NumberColumn[],
): { x: number; right: number } | undefined {
	const titled = columns.filter(({ roles }) => {
		const name = roles.get('name') ?? 0;
		return name > 0 && name >= Math.max(...roles.values());
	});
	const textsIn = (column: Column): number =>
		lines.filter(({ pieces }) =>
			pieces.some((piece) => isInColumn(column, piece) && /\p{L}{2}/u.test(piece.text)),
		).length;
	// "Item" may be the title of positions.
	const most = Math.max(0, ...titled.map(textsIn));
	const best = titled
		.filter((column) => textsIn(column) * 2 > most)
		.toSorted((a, b) => (b.roles.get('name') ?? 0) - (a.roles.get('name') ?? 0))[0];
	if (best === undefined) return undefined;
	const nextTitle = columns.find(({ x }) => x >= best.right)?.x ?? Infinity;
	const nextNumber = Math.min(Infinity, ...numbers.map(({ x }) => x).filter((x) => x > best.right));
	const next = Math.min(nextTitle, nextNumber);
	// Cells may begin left of a centered title.
	const starts = lines.flatMap(({ pieces }) =>
		pieces
			.filter(({ x, right, text }) => x < best.x && right > best.x && /\p{L}{2}/u.test(text))
			.map(({ x }) => x),
	);
	return { x: Math.min(best.x, ...starts), right: next };
}

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
function lineOf(row: Anchor, { quantity, price, total, proved }: Reading): InvoiceLine | undefined {
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
