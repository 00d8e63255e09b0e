import { utils } from '@e965/xlsx';
import { attributeOf, xmlTokens } from '../xml/xml.ts';
import { isOn } from './textRuns.ts';

/** Which styles of a workbook in XML strike text out, by number: of cells, and of rules. */
export interface StruckStyles {
	cells: ReadonlySet<string>;
	rules: ReadonlySet<string>;
}

/** Lists of a workbook's styles, and what their entries are called. */
const LISTS: Readonly<Record<string, string>> = { fonts: 'font', cellXfs: 'xf', dxfs: 'dxf' };
const STRIKE = /<(?:\w+:)?strike[\s/>]/;

/** @param xml the styles of a workbook */
export function struckStyles(xml: string): StruckStyles {
	const struck = { fonts: new Set<string>(), cellXfs: new Set<string>(), dxfs: new Set<string>() };
	if (!STRIKE.test(xml)) return { cells: struck.cellXfs, rules: struck.dxfs };
	let list: keyof typeof struck | undefined;
	let at = -1;
	for (const { kind, name: written, source } of xmlTokens(xml)) {
		const name = written.replace(/^\w+:/, '');
		if (name === 'fonts' || name === 'cellXfs' || name === 'dxfs') {
			list = kind === 'start' ? name : undefined;
			at = -1;
		}
		if (list === undefined || kind === 'end') continue;
		if (name === LISTS[list]) at += 1;
		const font = name === 'xf' ? (attributeOf(source, 'fontId') ?? '0') : undefined;
		const isStruck =
			font === undefined ? name === 'strike' && isOn(source) : struck.fonts.has(font);
		if (isStruck) struck[list].add(String(at));
	}
	return { cells: struck.cellXfs, rules: struck.dxfs };
}

const LINE = /<(?:\w+:)?(?:row|c)(?=[\s/>])[^<>]*>/g;

/** The cells of a sheet in XML that have one of these styles. */
export function cellsInStyles(xml: string, styles: ReadonlySet<string>): Set<string> {
	const cells = new Set<string>();
	if (styles.size === 0) return cells;
	let at = { r: -1, c: -1 };
	for (const [tag] of xml.matchAll(LINE)) {
		const stated = attributeOf(tag, 'r');
		// Rows and cells without a position follow the one before.
		if (/^<(?:\w+:)?row/.test(tag))
			at = { r: stated === undefined ? at.r + 1 : Number(stated) - 1, c: -1 };
		else {
			at = stated === undefined ? { ...at, c: at.c + 1 } : utils.decode_cell(stated);
			if (styles.has(attributeOf(tag, 's') ?? '0')) cells.add(utils.encode_cell(at));
		}
	}
	return cells;
}

const RULE = /<(?:\w+:)?cfRule\s[^<>]*>/g;

/** Whether a conditional rule of a sheet in XML shows cells in one of these styles. */
export const hasRuleWithStyle = (xml: string, styles: ReadonlySet<string>): boolean =>
	styles.size > 0 &&
	[...xml.matchAll(RULE)].some(([tag]) => styles.has(attributeOf(tag, 'dxfId') ?? ''));
