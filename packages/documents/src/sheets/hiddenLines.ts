import { attributeOf } from '../xml/xml.ts';
import type { HiddenParts } from './sheetNotes.ts';

/** Maximum columns of a sheet. */
const MAX_COLUMNS = 16_384;

const COLUMN = /<(?:\w+:)?col\s[^<>]*>/g;
const ROW = /<(?:\w+:)?row(?=[\s/>])[^<>]*>/g;
const IS_HIDDEN = /\shidden\s*=\s*["'](?:1|true)["']/;

/** The rows and columns of a sheet in XML, 0-based, that nobody sees: hidden, filtered out or folded. */
export function hiddenLines(xml: string): Omit<HiddenParts, 'isWhole'> {
	const columns = new Set<number>();
	for (const [tag] of xml.matchAll(COLUMN)) {
		if (!IS_HIDDEN.test(tag)) continue;
		const last = Math.min(Number(attributeOf(tag, 'max') ?? 0), MAX_COLUMNS);
		for (let at = Number(attributeOf(tag, 'min') ?? 1); at <= last; at++) columns.add(at - 1);
	}
	const rows = new Set<number>();
	let row = 0;
	for (const [tag] of xml.matchAll(ROW)) {
		// A row without a number follows the one before.
		row = Number(attributeOf(tag, 'r') ?? row + 1);
		if (IS_HIDDEN.test(tag)) rows.add(row - 1);
	}
	return { rows, columns };
}
