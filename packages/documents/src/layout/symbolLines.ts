import type { PageOrientationCorrection, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { RIGHT_TO_LEFT } from './direction.ts';
import { bottomOf, linesOf, type PlacedText, textOf } from './page.ts';
import { joinLetters } from './pieces.ts';
import { isTurnedBy } from './turned.ts';

/** Arrows, boxes, ticks, stars and pictographs, which few fonts of text have. */
const SYMBOL = /[\u{2190}-\u{2bff}\u{1f000}-\u{1faff}]/u;
/** The rotation of upright text on a page that is turned clockwise by 90 degrees. */
const TURNED = 270;

/**
 * Whether lines of a page may lack words, or have them in the wrong order. Office programs write the symbols
 * of a line after all its words, in one go, as they take them from another font. The engine then joins a
 * word to the symbol behind it, and drops it as a duplicate of the words between them.
 */
const hasSymbols = ({ textItems }: ParsedPage): boolean =>
	textItems.some((item) => isTurnedBy(item, 0) && SYMBOL.test(item.text));

/** Boxes of a font that are this many times as high as its letters may be over other lines. */
const TALL = 2.5;

/** Whether a page may lack lines: the engine drops those that are largely within the boxes of others. */
const hasTallText = ({ textItems }: ParsedPage): boolean =>
	textItems.some(
		(item) =>
			isTurnedBy(item, 0) && item.height > (item.fontHeight || item.fontSize || item.height) * TALL,
	);

/** A piece of a turned page, upright. */
function turnBack(item: TextItem, { width }: ParsedPage): TextItem {
	const back = <Text extends PlacedText>(text: Text): Text => ({
		...text,
		...{ x: width - bottomOf(text), y: text.x, width: text.height, height: text.width },
	});
	return { ...back(item), rotation: 0, words: (item.words ?? []).map(back) };
}

/** The characters of pieces in their order, without spaces. */
const charactersOf = (items: readonly TextItem[]): string[] => [
	...items
		.map(({ text }) => text)
		.join('')
		.normalize('NFKC')
		.replace(/\s/g, ''),
];

const countLetters = (items: readonly TextItem[]): number =>
	charactersOf(items).filter((character) => /\p{L}/u.test(character)).length;

/** Whether a text has all characters of another, in the same order. */
function contains(characters: readonly string[], others: readonly string[]): boolean {
	let at = 0;
	for (const character of characters) if (character === others[at]) at += 1;
	return at === others.length;
}

/** A page with its lines mended. */
interface MendedPage {
	page: ParsedPage;
	/** The texts of those of its lines that could not be mended. */
	unsure: string[];
	/** Whether the engine has left out lines, since the font of others covers them. */
	isCovered: boolean;
}

/**
 * A page with its lines of words and symbols as they are on the same page turned sideways, where the engine
 * drops nothing and keeps the order. It divides words there, and reverses those that are written from right
 * to left, so only lines that differ are taken.
 * @param turned the page, turned clockwise by 90 degrees
 */
function withSymbolLines(page: ParsedPage, turned: ParsedPage): MendedPage {
	const upright = page.textItems.filter((item) => isTurnedBy(item, 0));
	const sideways = turned.textItems.filter((item) => isTurnedBy(item, TURNED));
	// It drops fewer of them where the page is turned. A figure alone is no line: a page number.
	const isCovered = hasTallText(page) && countLetters(sideways) > countLetters(upright);
	const back = new Set(joinLetters(sideways.map((item) => turnBack(item, page))));
	const mended = new Map<TextItem, TextItem[]>();
	const unsure: string[] = [];
	for (const { items } of linesOf([...upright, ...back])) {
		const own = items.filter((item) => !back.has(item));
		const other = items.filter((item) => back.has(item));
		const [said, shown] = [charactersOf(own), charactersOf(other)];
		const isFromRight = shown.some((character) => RIGHT_TO_LEFT.test(character));
		const [all, wanted] = isFromRight ? [said.toSorted(), shown.toSorted()] : [said, shown];
		if (!SYMBOL.test(shown.join('')) || contains(all, wanted)) continue;
		const isWhole = !isFromRight && contains(shown.toSorted(), said.toSorted());
		if (!isWhole) unsure.push(textOf({ items: other }));
		else for (const item of own) mended.set(item, item === own[0] ? other : []);
	}
	return {
		page: { ...page, textItems: page.textItems.flatMap((item) => mended.get(item) ?? [item]) },
		unsure,
		isCovered,
	};
}

/**
 * Pages with their lines of words and symbols as the engine reads them on turned pages, and whether these
 * show that it has left out lines.
 * @param turn reads pages again, turned
 */
export async function mendSymbolLines(
	pages: readonly ParsedPage[],
	turn: (corrections: PageOrientationCorrection[]) => Promise<ParsedPage[]>,
): Promise<MendedPage[]> {
	const corrections = pages
		.filter((page) => hasSymbols(page) || hasTallText(page))
		.map(({ pageNum }): PageOrientationCorrection => ({ page: pageNum, angle: 90 }));
	const turned = corrections.length > 0 ? await turn(corrections) : [];
	return pages.map((page) => {
		const other = turned.find(({ pageNum }) => pageNum === page.pageNum);
		return other ? withSymbolLines(page, other) : { page, unsure: [], isCovered: false };
	});
}
