import type { CellObject } from '@e965/xlsx';
import { shownDate } from './dates.ts';

/** Past this, programs and languages write a number with an exponent. */
const MAX_PLAIN = 1e21;
/** As many figures as a workbook keeps of a number. */
const FIGURES = 15;

/**
 * A number without a format of its own, with all its figures: programs show what fits into the column,
 * and write article numbers with an exponent.
 */
function fullNumber(value: number): string {
	const rounded = Number(value.toPrecision(FIGURES));
	const text = String(rounded);
	if (!text.includes('e') || Math.abs(rounded) >= MAX_PLAIN) return text;
	return rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** A cell as it is shown; its formula's error or nothing where no value was kept. */
export function shownValue({ t, w, v, z }: CellObject): string {
	if (t === 'n' && typeof v === 'number') {
		if (z === undefined || z === 'General') return fullNumber(v);
		return shownDate(v, z) ?? w ?? fullNumber(v);
	}
	if (w !== undefined) return w;
	return v === undefined || t === 'z' ? '' : String(v);
}
