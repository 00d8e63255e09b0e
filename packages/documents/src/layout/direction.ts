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

/** Letters that are written from right to left: Hebrew, Arabic and related scripts. */
export const RIGHT_TO_LEFT =
	/[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}]/u;
const LETTER = /\p{L}/gu;
/** Letters that end an Arabic word but never begin one. */
const FINAL_LETTER = /^[ةى]/u;
/** Common beginnings and endings of Arabic words, and common short words. */
const FORWARDS =
	/^(?:[وبفك]?اا?ل|لل)|(?:ة|ى|ات|ين|ون)$|^(?:في|من|عن|على|الى|إلى|تم|مع|هذا|هذه|كان|قد|لا|ما|أن|ان|أو|او)$/u;

const isArabic = (word: string): boolean => /\p{Script=Arabic}/u.test(word);
const backwards = (word: string): string => [...word].toReversed().join('');

/** Letters that are not joined to the next one. */
const UNJOINED = /[اأإآدذرزوؤةىء]/u;
/** Words written backwards prevail on a page if they outnumber the others by this factor. */
const MOST = 3;

/** Whether a word looks Arabic only when reversed (true) or only as written (false); undefined if unclear. */
function isWrittenBackwards(word: string): boolean | undefined {
	const [own, other] = [FORWARDS.test(word), FORWARDS.test(backwards(word))];
	return own === other ? undefined : other;
}

/**
 * Whether the engine may have reversed a word: it does not where the last letter stands alone because the
 * one before it does not join. Both ends are checked, as either may be the last.
 */
function mayBeBackwards(word: string): boolean {
	const letters = word.match(LETTER) ?? [];
	const [inner = '', outer = ''] = [letters[1], letters.at(-2)];
	return letters.length > 2 && !UNJOINED.test(inner) && !UNJOINED.test(outer);
}

/**
 * Finds the words of a page whose letters the engine returned from left to right: those that only make
 * sense backwards and, where these prevail on the page, those that are unclear.
 */
function findBackwards(words: readonly string[]): (word: string) => boolean {
	if (!words.some((word) => word.length > 2 && FINAL_LETTER.test(word))) return () => false;
	const verdicts = words.filter(isArabic).map(isWrittenBackwards);
	const count = (is: boolean) => verdicts.filter((one) => one === is).length;
	const isMost = count(true) > count(false) * MOST;
	return (word) => isArabic(word) && (isWrittenBackwards(word) ?? (isMost && mayBeBackwards(word)));
}

/** Whether a line is written from the left: both its ends are, and most of its words. */
function isFromLeft(words: readonly PlacedText[]): boolean {
	const lettered = words.filter(({ text }) => /\p{L}/u.test(text)).toSorted((a, b) => a.x - b.x);
	const own = lettered.filter(({ text }) => RIGHT_TO_LEFT.test(text));
	const isOwn = (word: PlacedText | undefined) => word !== undefined && own.includes(word);
	return !isOwn(lettered[0]) && !isOwn(lettered.at(-1)) && own.length * 2 < lettered.length;
}

/** The words of a line in their order; those among them that are written the other way keep theirs. */
function inReadingOrder(words: readonly PlacedText[]): PlacedText[] {
	if (isFromLeft(words)) {
		const sorted = words.toSorted((a, b) => a.x - b.x);
		const isOwn = ({ text }: PlacedText) => RIGHT_TO_LEFT.test(text);
		return runsOf(sorted, ([first], word) => isOwn(first) === isOwn(word)).flatMap((run) =>
			isOwn(run[0]) ? run.toReversed() : run,
		);
	}
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

/** Joins words that touch, unless they have right-to-left letters: those are separate words. */
const joinTouching = (words: readonly PlacedText[]): PlacedText[] =>
	runsOf(words, (run, word) => {
		const last = run.at(-1) ?? run[0];
		const isLatin = !RIGHT_TO_LEFT.test(last.text + word.text);
		return isLatin && Math.abs(gapBetween(last, word)) <= word.height * TOUCHING;
	}).map((run) => ({ ...unionOf(run), text: run.map(({ text }) => text).join('') }));

/** Joins pieces that follow each other on a line, with the words in their order. */
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
	const letters = items.flatMap(({ text }) => text.match(LETTER) ?? []);
	return letters.filter((letter) => RIGHT_TO_LEFT.test(letter)).length > letters.length / 2;
}

/**
 * A page with right-to-left text in a form that the engine reads correctly: words in their order, and
 * everything mirrored, so that what is on the right comes first.
 */
export function readingOrder(input: PageInput): PageInput {
	const { textItems, pageWidth } = input;
	if (!textItems.some(({ text }) => RIGHT_TO_LEFT.test(text))) return input;
	const words = textItems.flatMap((item) => (item.words ?? []).map(({ text }) => text));
	const isBackwards = findBackwards(words);
	const edges = visibleEdges(input.graphics);
	/** Whether a piece continues one that ends where it begins: the engine knows no other order of pieces. */
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
