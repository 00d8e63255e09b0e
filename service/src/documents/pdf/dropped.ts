import type { PageOrientationCorrection, ParsedPage, TextItem } from '@llamaindex/liteparse';
import { accountFor, textOfPage } from '../layout/account.ts';

/** Arrows, boxes, ticks, stars and pictographs, which few fonts of text have. */
const SYMBOL = /[\u{2190}-\u{2bff}\u{1f000}-\u{1faff}]/gu;
/** Text that is read from the right has its words in another order when turned. */
const FROM_RIGHT = /[\p{Script=Arabic}\p{Script=Hebrew}]/u;
const TURNED_BY = 90;

const isComparable = ({ text, rotation = 0 }: TextItem): boolean =>
	Math.round(rotation) === 0 && !FROM_RIGHT.test(text);

/**
 * Whether the engine may have dropped text of a page. Office programs write the symbols of a line after all
 * its words, in one go, as they take them from another font. The engine then joins a word to the symbol
 * behind it, and drops it as a duplicate of the words between them.
 */
const mayBeIncomplete = ({ textItems }: ParsedPage): boolean =>
	textItems.some(({ text }) => text.search(SYMBOL) !== -1) && textItems.every(isComparable);

/** The words and symbols that a text lacks; words that it only divides otherwise are not missing. */
function missingFrom(other: string, texts: readonly string[]): string[] {
	const plain = (text: string) => text.normalize('NFKC').toLowerCase();
	const [all, left] = [plain(texts.join(' ')), plain(other)];
	const isMissing = (character: string): boolean =>
		all.split(character).length > left.split(character).length;
	const words = accountFor(texts, other).missing.filter((word) => [...word].some(isMissing));
	return [...words, ...[...new Set(all.match(SYMBOL))].filter(isMissing)];
}

/**
 * The words and symbols of pages that the engine drops. It keeps them on a page that is turned sideways, so
 * the few pages that may lack some are read once more.
 * @param turn reads pages again, turned
 * @returns by page number
 */
export async function droppedText(
	pages: readonly ParsedPage[],
	turn: (corrections: PageOrientationCorrection[]) => Promise<ParsedPage[]>,
): Promise<Map<number, string[]>> {
	const doubtful = pages.filter(mayBeIncomplete);
	if (doubtful.length === 0) return new Map();
	const turned = await turn(doubtful.map(({ pageNum }) => ({ page: pageNum, angle: TURNED_BY })));
	return new Map(
		doubtful.map((page) => {
			const other = turned.find(({ pageNum }) => pageNum === page.pageNum) ?? page;
			const texts = other.textItems.map(({ text }) => text);
			return [page.pageNum, missingFrom(textOfPage(page), texts)];
		}),
	);
}
