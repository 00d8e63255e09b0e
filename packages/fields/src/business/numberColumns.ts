import type { ItemTable, Role } from './itemTables.ts';
import type { PlacedNumber } from './money.ts';
import { isInColumn } from '../sheet/sheet.ts';

/** Numbers of a table below each other. */
export interface NumberColumn {
	x: number;
	right: number;
	/** By line. */
	numbers: Map<number, PlacedNumber>;
	roles: Map<Role, number>;
}

/** Whether a number has no words beside it in its piece, except a unit or a currency. */
const isAlone = ({ piece }: PlacedNumber): boolean =>
	(piece.text.replace(/\b[A-Z]{3}\b|\p{Sc}/gu, '').match(/\p{L}/gu)?.length ?? 0) <= 5;

/** The columns of numbers of a table, each with the roles that the title above it may stand for. */
export function numberColumns(
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
export interface Reading {
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

/** How well the title of a column stands for a role. */
export const fitOf = (column: NumberColumn | undefined, role: Role): number =>
	column?.roles.get(role) ?? 0;

/** Tables of goods have fewer columns of numbers. */
const MOST_NUMBER_COLUMNS = 12;

/** The likeliest reading of a table's columns of numbers: quantity × price = total proves it. */
export function readColumns(columns: readonly NumberColumn[]): Reading | undefined {
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
