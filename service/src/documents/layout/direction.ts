import type { Graphic, PageInput, TextItem } from '@llamaindex/liteparse';
import {
	endOf,
	gapBetween,
	isDivided,
	linesOf,
	MAX_SPACE,
	type PlacedText,
	runsOf,
	sizeOf,
	TOUCHING,
	unionOf,
	visibleEdges,
	wordsOf,
} from './page.ts';

/** Letters that are written from right to left: Hebrew, Arabic and their relatives. */
export const RIGHT_TO_LEFT =
	/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/gu;
/** Letters that end an Arabic word, and never begin one. */
const FINAL_LETTER = /^[ةى]/u;
/** How many Arabic words begin and end, and what that is when the word is written backwards. */
const FORWARDS =
	/^(?:[وبفك]?اا?ل|لل)|(?:ة|ى|ات|ين|ون)$|^(?:في|من|عن|على|الى|إلى|تم|مع|هذا|هذه|كان|قد|لا|ما|أن|ان|أو|او)$/u;

const isArabic = (word: string): boolean => /\p{Script=Arabic}/u.test(word);
const backwards = (word: string): string => [...word].toReversed().join('');

/** Letters that are joined to none behind them. */
const UNJOINED = /[اأإآدذرزوؤةىء]/u;
/** Words that are written backwards are most of a page's if they are so many times the others. */
const MOST = 3;

/** Whether a word reads as an Arabic one backwards alone, or as it stands alone; undefined if nothing tells. */
function isWrittenBackwards(word: string): boolean | undefined {
	const [own, other] = [FORWARDS.test(word), FORWARDS.test(backwards(word))];
	return own === other ? undefined : other;
}

/** Whether a word may be one that the engine turned: it gives those right whose last letter stands alone. */
function mayBeBackwards(word: string): boolean {
	const letters = word.match(LETTER) ?? [];
	const [inner = '', outer = ''] = [letters[1], letters.at(-2)];
	return letters.length > 2 && !UNJOINED.test(inner) && !UNJOINED.test(outer);
}

/**
 * Tells which words of a page the engine gave letter by letter as they stand, from the left: those that
 * read as words backwards alone, and where they are most of the page, those that nothing tells of.
 */
function findBackwards(words: readonly string[]): (word: string) => boolean {
	if (!words.some((word) => word.length > 2 && FINAL_LETTER.test(word))) return () => false;
	const told = words.filter(isArabic).map(isWrittenBackwards);
	const count = (is: boolean) => told.filter((one) => one === is).length;
	const isMost = count(true) > count(false) * MOST;
	return (word) => isArabic(word) && (isWrittenBackwards(word) ?? (isMost && mayBeBackwards(word)));
}

/** The words of a line from right to left; figures and Latin words among them keep their own order. */
function inReadingOrder(words: readonly PlacedText[]): PlacedText[] {
	const ordered: PlacedText[] = [];
	let latin: PlacedText[] = [];
	for (const word of words.toSorted((a, b) => endOf(b) - endOf(a))) {
		if (!RIGHT_TO_LEFT.test(word.text) && /\p{L}/u.test(word.text)) {
			latin.unshift(word);
			continue;
		}
		ordered.push(...latin, word);
		latin = [];
	}
	return [...ordered, ...latin];
}

/** Words of a piece that touch are one, but for those of two writings. */
const joinTouching = (words: readonly PlacedText[]): PlacedText[] =>
	runsOf(words, (run, word) => {
		const last = run.at(-1) ?? run[0];
		const isLatin = !RIGHT_TO_LEFT.test(last.text + word.text);
		return isLatin && Math.abs(gapBetween(last, word)) <= word.height * TOUCHING;
	}).map((run) => ({ ...unionOf(run), text: run.map(({ text }) => text).join('') }));

/** Pieces that follow each other on a line as one, with the words in their order. */
function readRun(
	run: readonly [TextItem, ...TextItem[]],
	isBackwards: (word: string) => boolean,
): TextItem[] {
	if (!run.some(({ text }) => RIGHT_TO_LEFT.test(text)) && run.length === 1) return [...run];
	const mended = (word: PlacedText): PlacedText =>
		isBackwards(word.text) ? { ...word, text: backwards(word.text) } : word;
	const words = joinTouching(run.flatMap(wordsOf)).map(mended);
	const isOwn = words.some(({ text }) => RIGHT_TO_LEFT.test(text));
	const ordered = isOwn ? inReadingOrder(words) : words;
	return [
		{
			...run[0],
			...unionOf(run),
			words: ordered,
			text: ordered.map(({ text }) => text).join(' '),
		},
	];
}

function mirrored(graphic: Graphic, width: number): Graphic {
	const { x, x1, x2 } = graphic;
	return {
		...graphic,
		...(x !== undefined && { x: width - x - (graphic.width ?? 0) }),
		...(x1 !== undefined && { x1: width - x1 }),
		...(x2 !== undefined && { x2: width - x2 }),
	};
}

/** Whether most of a text is written from right to left. */
export function isRightToLeft(items: readonly TextItem[]): boolean {
	let [all, own] = [0, 0];
	for (const { text } of items) {
		const letters = text.match(LETTER) ?? [];
		all += letters.length;
		own += letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length;
	}
	return own > all / 2;
}

/**
 * A page whose text is written from right to left, as one that the engine reads rightly: words in their
 * order, and everything mirrored, so that what stands on the right comes first.
 */
export function readingOrder(input: PageInput): PageInput {
	const { textItems, pageWidth } = input;
	if (!textItems.some(({ text }) => RIGHT_TO_LEFT.test(text))) return input;
	const words = textItems.flatMap((item) => (item.words ?? []).map(({ text }) => text));
	const isBackwards = findBackwards(words);
	const edges = visibleEdges(input.graphics);
	/** Whether a piece goes on with one that ends where it begins: the engine knows no other order of pieces. */
	const goesOn = (last: TextItem, item: TextItem): boolean => {
		const gap = gapBetween(last, item);
		const isOwn = RIGHT_TO_LEFT.test(last.text + item.text);
		return (
			gap <= item.height * (isOwn ? MAX_SPACE : TOUCHING) &&
			sizeOf(last) === sizeOf(item) &&
			!isDivided(last, item, edges)
		);
	};
	const ordered = linesOf(textItems).flatMap((line) =>
		runsOf(line.items, (run, item) => goesOn(run.at(-1) ?? run[0], item)).flatMap((run) =>
			readRun(run, isBackwards),
		),
	);
	if (!isRightToLeft(textItems)) return { ...input, textItems: ordered };
	return {
		...input,
		textItems: ordered.map((item) => ({ ...item, x: pageWidth - endOf(item) })),
		graphics: (input.graphics ?? []).map((graphic) => mirrored(graphic, pageWidth)),
	};
}
