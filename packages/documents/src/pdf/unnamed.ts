import type { ParsedPage } from '@llamaindex/liteparse';
import { type Box, unionOf } from '../layout/page.ts';
import type { PdfObjects } from './objects.ts';
import { lettersOf } from './pageKind.ts';

/** Signs that say nothing: the font names what it draws with no character that others know. */
const NAMELESS = /[\p{Co}\p{Cc}\uFFFD]/gu;
/** Signs that letters of a font without names become: their numbers, taken for characters. */
const FOREIGN = /[^\p{ASCII}]/gu;
/** Fewer signs in one font are bullets and icons; so are those that stand alone. */
const MIN_SIGNS = 30;
const MIN_WORD = 3;

/** Whether a file has fonts whose characters are numbers without names (ISO 32000-2, 9.10.2). */
export const holdsUnnamedFonts = (objects: PdfObjects): boolean =>
	[...objects.values()].some(
		({ text }) => /\/Subtype\s{0,4}\/Type[03]\b/.test(text) && !text.includes('/ToUnicode'),
	);

/** Whether most of a text consists of words of some signs. */
function isMostly(text: string, signs: RegExp): boolean {
	const words = text.split(/\s+/).filter(({ length }) => length >= MIN_WORD);
	const letters = words.join('');
	return letters.length >= MIN_SIGNS && (letters.match(signs)?.length ?? 0) * 2 > letters.length;
}

/**
 * A page without the text of fonts that give their characters no names, and where that is.
 * @param page with its `complexity` if its file has such fonts: the engine then counts the other text
 */
export function withoutUnnamed(page: ParsedPage): { page: ParsedPage; unnamed?: Box } {
	const { textItems, complexity } = page;
	const isCounted =
		complexity !== undefined && complexity.textLength <= lettersOf(textItems) - MIN_SIGNS;
	const fonts = [...Map.groupBy(textItems, ({ fontName }) => fontName).values()];
	const nameless = fonts.filter((own) => {
		const text = own.map((item) => item.text).join(' ');
		return isMostly(text, NAMELESS) || (isCounted && isMostly(text, FOREIGN));
	});
	if (nameless.length === 0) return { page };
	const items = new Set(nameless.flat());
	return {
		page: { ...page, textItems: textItems.filter((item) => !items.has(item)) },
		unnamed: unionOf([...items]),
	};
}
