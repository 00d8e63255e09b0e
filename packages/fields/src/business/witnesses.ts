import { isAmount, isSame, type PlacedNumber } from './money.ts';

/**
 * What says by arithmetic that an amount is the total: cash less change is it, an amount and its tax make it, the
 * amounts above it sum to it.
 */
export type Witness = 'paid' | 'taxed' | 'summed';

/** More amounts than this are those of a list: only the last can be totals. */
const MOST_AMOUNTS = 120;
const MAX_RATE = 0.35;
/** Cash and change are at most this many lines apart. */
const NEAR_LINES = 2;

/** The arithmetic that each positive amount of a document takes part in as its result. */
export function witnessesOf(
	numbers: readonly PlacedNumber[],
): Array<{ value: number; witnesses: Set<Witness> }> {
	const amounts = numbers.filter((one) => isAmount(one) && one.value >= 0).slice(-MOST_AMOUNTS);
	const values = [...new Set(amounts.map(({ value }) => value))].filter((value) => value > 0);
	return values.map((value) => {
		const tests: ReadonlyArray<readonly [Witness, boolean]> = [
			['paid', isPaid(value, amounts)],
			['taxed', isTaxed(value, amounts)],
			['summed', isSummed(value, amounts)],
		];
		return { value, witnesses: new Set(tests.flatMap(([name, holds]) => (holds ? name : []))) };
	});
}

const lineOf = ({ piece }: PlacedNumber): number => piece.line;

/** Whether it stands above two other lines, of which one less the next is it: cash and change. */
function isPaid(value: number, amounts: readonly PlacedNumber[]): boolean {
	const first = amounts.find((one) => isSame(one.value, value));
	if (first === undefined) return false;
	const below = amounts.filter((one) => lineOf(one) > lineOf(first));
	return below.some((cash, at) => {
		const change = below[at + 1];
		const lines = change === undefined ? 0 : lineOf(change) - lineOf(cash);
		// Amounts beside each other are those of a table.
		return (
			change !== undefined &&
			lines > 0 &&
			lines <= NEAR_LINES &&
			isSame(cash.value - change.value, value)
		);
	});
}

/** Whether two amounts one after the other make it, of which one is a tax of the other. */
function isTaxed(value: number, amounts: readonly PlacedNumber[]): boolean {
	return amounts.some((one, at) => {
		const [tax = 0, base = 0] = [one.value, amounts[at + 1]?.value ?? 0].toSorted((a, b) => a - b);
		return tax > 0 && tax / base <= MAX_RATE && isSame(tax + base, value);
	});
}

/** Whether the last amounts of the lines above it, two or more of them, sum to it. */
function isSummed(value: number, amounts: readonly PlacedNumber[]): boolean {
	const last = [...new Map(amounts.map((one) => [lineOf(one), one.value])).values()];
	return last.some((own, at) => {
		if (!isSame(own, value)) return false;
		let sum = 0;
		let count = 0;
		for (const part of last.slice(0, at).toReversed()) {
			sum += part;
			if (part > 0) count += 1;
			if (sum > value + 0.005) return false;
			if (count > 1 && isSame(sum, value)) return true;
		}
		return false;
	});
}
