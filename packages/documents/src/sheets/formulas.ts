import { attributeOf, decodeXml } from '../xml/xml.ts';

/** A cell of a sheet in XML with a formula but no value. */
const UNCOMPUTED = /<((?:\w+:)?)c\s[^<>]*>\s*<\1f(?:\s[^<>]*)?(?:\/>|>([^<]*)<\/\1f>)\s*<\/\1c>/g;

/**
 * The formulas without a value in a sheet in XML, by cell: for some kinds, such as booleans, the sheet
 * library makes up a value.
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

/** The target of a formula that makes its cell a link. */
export const linkOfFormula = (formula: string | undefined): string | undefined =>
	LINK.exec(formula ?? '')?.[1];
