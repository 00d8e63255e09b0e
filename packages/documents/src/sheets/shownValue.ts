import type { CellObject } from '@e965/xlsx';
import { shownDate } from './dates.ts';
import { markedRuns, runsOfXml } from './textRuns.ts';
import { struck } from './struckText.ts';

/** Past this, programs and languages write a number with an exponent. */
const MAX_PLAIN = 1e21;
/** Digits that a workbook keeps of every number. */
const FIGURES = 15;
/** Days from the epoch of most workbooks to that of workbooks made on early Macs. */
const DAYS_TO_1904 = 1462;

/** Hours, minutes or seconds that count beyond a day: `[h]:mm`. */
const DURATION = /\[(?:h+|m+|s+)\]/i;

const EXPONENT = /\dE[+-]?\d/i;

/** What a workbook's file format says about all its cells. */
export interface CellRules {
	/** Whether the file contains each cell as its program shows it, as OpenDocument files do. */
	hasShownTexts: boolean;
	/** Whether its days are counted from 1904. */
	countsFrom1904: boolean;
}

/**
 * A number without a format, with all its digits: programs show what fits into the column, and write
 * article numbers with an exponent.
 */
function fullNumber(value: number): string {
	// Whole numbers are exact beyond that: card numbers, identifiers.
	const rounded = Number.isSafeInteger(value) ? value : Number(value.toPrecision(FIGURES));
	const text = String(rounded);
	if (!text.includes('e') || Math.abs(rounded) >= MAX_PLAIN) return text;
	return rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

/** Text around a number with no format: `General" pcs"`, which the format library drops. */
const UNIT = /^((?:"[^"]*"|\\.|[^;"\\])*?)General((?:"[^"]*"|\\.|[^;"\\])*)$/i;
const unitText = (format: string): string =>
	format.replace(/"([^"]*)"|\\(.)|\[[^[\]]*\]|[_*]./g, '$1$2');

function shownNumber(value: number, { w, z }: CellObject, rules: CellRules): string {
	const isPlain = typeof z !== 'string' || z === 'General';
	if (rules.hasShownTexts && w !== undefined && !(isPlain && EXPONENT.test(w))) return w;
	if (isPlain) return fullNumber(value);
	const [, before, after] = UNIT.exec(z) ?? [];
	if (before !== undefined && after !== undefined) {
		return `${value < 0 ? '-' : ''}${unitText(before)}${fullNumber(Math.abs(value))}${unitText(after)}`;
	}
	const isDate = !DURATION.test(z);
	const days = value + (rules.countsFrom1904 && isDate ? DAYS_TO_1904 : 0);
	return shownDate(days, z) ?? w ?? fullNumber(value);
}

/** What is known about a cell's text beyond what the sheet library reports. */
export interface CellLook {
	isStruck: boolean;
	/** What it shows, if it stores an error in its place. */
	stated?: string | undefined;
}

/**
 * A cell as it is shown, with marks around struck-out text (`withStrikes`); its formula's error or
 * nothing where no value was stored.
 */
export function shownValue(
	cell: CellObject,
	rules: CellRules,
	{ isStruck, stated }: CellLook = { isStruck: false },
): string {
	const { t, v, w, r } = cell;
	const isNumber = t === 'n' && typeof v === 'number';
	const known = isNumber ? undefined : runsOfXml(r, isStruck);
	if (known !== undefined) return markedRuns(known, isStruck);
	const other = stated ?? w ?? (v === undefined || t === 'z' ? '' : String(v));
	const shown = isNumber ? shownNumber(v, cell, rules) : other;
	return isStruck ? struck(shown) : shown;
}
