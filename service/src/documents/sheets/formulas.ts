import { attributeOf, decodeXml } from '../office/xml.ts';

/** A cell of a sheet in XML that has a formula and no value. */
const UNCOMPUTED = /<((?:\w+:)?)c\s[^<>]*>\s*<\1f(?:\s[^<>]*)?(?:\/>|>([^<]*)<\/\1f>)\s*<\/\1c>/g;

/**
 * The formulas of a sheet in XML that came without a value, by their cells: of some kinds, such as truth values,
 * the sheet library makes a value up.
 */
export function uncomputedFormulas(xml: string): Map<string, string> {
	return new Map(
		[...xml.matchAll(UNCOMPUTED)].map(([cell, , formula = '']) => [
			attributeOf(cell.slice(0, cell.indexOf('>') + 1), 'r') ?? '',
			decodeXml(formula),
		]),
	);
}

const LINK = /^HYPERLINK\(\s*"([^"#][^"]*)"/i;

/** Where a formula leads that makes its cell a link. */
export const linkOfFormula = (formula: string | undefined): string | undefined =>
	LINK.exec(formula ?? '')?.[1];

const SPARKLINE = /<(?:\w+:)?sparkline(?=[\s>])/g;

/** How many cells of a sheet in XML draw a line of values. */
export const countSparklines = (xml: string): number => xml.match(SPARKLINE)?.length ?? 0;
