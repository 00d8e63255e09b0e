import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import { bottomOf, endOf, type PlacedText, runsOf, sizeOf, unionOf, wordsOf } from './page.ts';

/** A character of a script whose lines may run from top to bottom. */
const SIGN =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30FC\uFF00-\uFFEF]$/u;
/** Characters of a line are spaced by their size, with this share of tolerance. */
const STEP_TOLERANCE = 0.3;
/** On a page with vertical text, this share of the words are such characters and follow another one. */
const MIN_SHARE = 0.7;
/** Fewer characters are too few to decide. */
const MIN_SIGNS = 8;

type Sign = PlacedText & { size: number; item: TextItem };

/** Whether a character directly follows another one in its column. */
const follows = (above: Sign, sign: Sign): boolean =>
	Math.abs(sign.y - above.y - sign.size) <= sign.size * STEP_TOLERANCE;

/** Columns of characters, from right to left. Their right sides are level; their widths vary. */
const columnsOf = (signs: readonly Sign[]): Sign[][] =>
	runsOf(
		signs.toSorted((a, b) => endOf(b) - endOf(a)),
		([first], sign) => endOf(first) - endOf(sign) <= sign.size * STEP_TOLERANCE,
	).map((column) => column.toSorted((a, b) => a.y - b.y));

/** Lines in tiers, the upper one first; a gap without characters across the whole page is between two. */
function tiersOf(lines: ReadonlyArray<[Sign, ...Sign[]]>): Array<Array<[Sign, ...Sign[]]>> {
	const bottomsOf = (tier: typeof lines) => tier.map((line) => bottomOf(line.at(-1) ?? line[0]));
	return runsOf(
		lines.toSorted(([a], [b]) => a.y - b.y),
		(tier, [sign]) => sign.y < Math.max(...bottomsOf(tier)),
	).map((tier) => tier.toSorted(([a], [b]) => endOf(b) - endOf(a)));
}

/**
 * A page whose lines run from top to bottom, as in Japanese and Chinese books, turned so that they run
 * from left to right, since the engine reads across them. Other pages are left unchanged.
 */
export function withoutVerticalLines(page: ParsedPage): ParsedPage {
	const signs = page.textItems.flatMap((item) =>
		wordsOf(item)
			.filter(({ text }) => text.trim() !== '')
			.map((word): Sign => ({ ...word, size: sizeOf(item), item })),
	);
	const isAlone = signs.filter(({ text }) => SIGN.test(text)).length;
	if (isAlone < Math.max(MIN_SIGNS, signs.length * MIN_SHARE)) return page;
	const lines = columnsOf(signs).flatMap((column) =>
		runsOf(column, (run, sign) => follows(run.at(-1) ?? run[0], sign)),
	);
	const following = signs.length - lines.length;
	if (following < signs.length * MIN_SHARE) return page;
	const { vectorGraphics: _graphics, ...rest } = page;
	const tiers = tiersOf(lines);
	return {
		...rest,
		width: page.height,
		height: page.width * tiers.length,
		textItems: tiers.flatMap((tier, at) =>
			tier.map((line): TextItem => {
				const { y, height } = unionOf(line);
				const [{ item, size }] = line;
				const top = page.width * (at + 1) - endOf(line[0]);
				return {
					...item,
					...{ text: line.map(({ text }) => text).join(''), words: [] },
					...{ x: y, y: top, width: height, height: size },
				};
			}),
		),
	};
}
