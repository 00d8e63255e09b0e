import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import {
	bottomOf,
	endOf,
	type PlacedText,
	runsOf,
	sizeOf,
	unionOf,
	wordsOf,
} from '../layout/page.ts';

/** One sign of a writing whose lines may run from top to bottom. */
const SIGN =
	/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u3000-\u303F\u30FC\uFF00-\uFFEF]$/u;
/** Signs of a line follow each other in steps of their size, up to this share more or less. */
const STEP_TOLERANCE = 0.3;
/** This share of a page's words are such signs, if it is written so, and follow another. */
const MIN_SHARE = 0.7;
/** Fewer signs tell nothing. */
const MIN_SIGNS = 8;

type Sign = PlacedText & { size: number; item: TextItem };

/** Whether a sign follows another of its column at once. */
const follows = (above: Sign, sign: Sign): boolean =>
	Math.abs(sign.y - above.y - sign.size) <= sign.size * STEP_TOLERANCE;

/** Signs below each other, from right to left. Their right sides are level; their widths are not. */
const columnsOf = (signs: readonly Sign[]): Sign[][] =>
	runsOf(
		signs.toSorted((a, b) => endOf(b) - endOf(a)),
		([first], sign) => endOf(first) - endOf(sign) <= sign.size * STEP_TOLERANCE,
	).map((column) => column.toSorted((a, b) => a.y - b.y));

/** Lines in tiers, the upper one first: a stretch without signs runs between two through the whole page. */
function tiersOf(lines: ReadonlyArray<[Sign, ...Sign[]]>): Array<Array<[Sign, ...Sign[]]>> {
	const bottomsOf = (tier: typeof lines) => tier.map((line) => bottomOf(line.at(-1) ?? line[0]));
	return runsOf(
		lines.toSorted(([a], [b]) => a.y - b.y),
		(tier, [sign]) => sign.y < Math.max(...bottomsOf(tier)),
	).map((tier) => tier.toSorted(([a], [b]) => endOf(b) - endOf(a)));
}

/**
 * A page whose lines run from top to bottom, as those of Japanese and Chinese books, turned so that they
 * run from left to right: the engine reads across them. Other pages stay as they are.
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
