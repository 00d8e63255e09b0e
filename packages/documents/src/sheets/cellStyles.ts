import { utils } from '@e965/xlsx';
import { attributeOf, xmlTokens } from '../xml/xml.ts';
import { isOn } from './textRuns.ts';

/** Lists of a workbook's styles, and what their entries are called. */
const LISTS: Readonly<Record<string, string>> = { fonts: 'font', cellXfs: 'xf' };
const STRIKE = /<(?:\w+:)?strike[\s/>]/;

/** Which styles of cells strike text out, by number. @param xml the styles of a workbook */
export function struckStyles(xml: string): ReadonlySet<string> {
	const struck = { fonts: new Set<string>(), cellXfs: new Set<string>() };
	if (!STRIKE.test(xml)) return struck.cellXfs;
	let list: keyof typeof struck | undefined;
	let at = -1;
	for (const { kind, name: written, source } of xmlTokens(xml)) {
		const name = written.replace(/^\w+:/, '');
		if (name === 'fonts' || name === 'cellXfs') {
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
	return struck.cellXfs;
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
