import type {
	ConvertedPage,
	DocumentSource,
	ReaderTools,
	ReadRequest,
} from '../conversion/conversion.ts';
import {
	describeRecognised,
	describeReplaced,
	describeUnconfirmed,
	describeUnrecognised,
} from '../conversion/pages.ts';
import {
	agreement,
	describeFault,
	jammedRows,
	movedLetters,
	textOfPage,
} from '../layout/coverage.ts';
import { withWholeItems } from '../layout/items.ts';
import { layOut, wholeMarkdown } from '../layout/layout.ts';
import { drawPage, FINE } from './drawPage.ts';
import type { ExtractedPage } from './extract.ts';
import {
	countLetters,
	countVowels,
	isOtherScript,
	kindOf,
	MIN_VOWEL_SHARE,
	type PageKind,
} from './pageKind.ts';
import { writePictures } from './pictures.ts';
import { isPlaceholder } from '../layout/page.ts';
import { withoutRunningLines } from '../layout/runningLines.ts';

/** Recognition has found the text that was put onto a picture if it reads this share of its words. */
const MIN_STAMP_AGREEMENT = 0.8;
/** Recognition confirms a text layer if it reads this share of its words. */
const MIN_AGREEMENT = 0.5;

/** Whether a page is recognised from its picture: in the mode `auto` if its text layer is doubtful. */
export function isToBeRecognised(mode: ReadRequest['mode'], kind: PageKind | undefined): boolean {
	return mode === 'ocr' || (mode === 'auto' && kind !== undefined && kind !== 'text');
}

/** The text recognised in the picture of a page; undefined if that is blank. */
export async function recognisePage(
	source: DocumentSource,
	entry: ExtractedPage,
	{ recogniser, context }: Pick<ReaderTools, 'recogniser' | 'context'>,
): Promise<ConvertedPage | undefined> {
	const { pageNumber } = entry;
	try {
		const drawn = await drawPage(source, entry, FINE);
		if (!drawn) throw new Error('it cannot be drawn');
		if (drawn.isSolidFill) return undefined;
		const read = await recogniser.recognise(drawn.imageBuffer, 'page');
		describeRecognised(read, `on page ${pageNumber}`).forEach(context.warn);
		return {
			pageNumber,
			markdown: read.markdown,
			method: 'ocr',
			...(read.words && { words: read.words }),
		};
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		const error = `The page can't be recognized: ${reason}`;
		return { pageNumber, markdown: '', method: 'ocr', error };
	}
}

/** Lays out all text of pages, and compares the output with the input. */
export function layOutPages(
	extracted: readonly ExtractedPage[],
	warn: (sentence: string) => void,
): ConvertedPage[] {
	const main = withoutRunningLines(extracted.flatMap(({ views: [first] }) => first ?? []));
	// What is recognised has all of its page.
	const recognised = new Set(extracted.flatMap((own) => (own.recognised ? own.pageNumber : [])));
	const whole = withWholeItems(main.filter(({ pageNum }) => !recognised.has(pageNum)));
	const byNumber = new Map([...main, ...whole].map((page) => [page.pageNum, page]));
	const views = extracted.map(({ views: [first, ...turned] }) => {
		const own = first && byNumber.get(first.pageNum);
		return own ? [own, ...turned] : turned;
	});
	const laidOut = layOut(views.flat()).values();
	return extracted.map(({ pageNumber, page, unsure = [], pictures = [] }, at): ConvertedPage => {
		describeFault(pageNumber, 'unsure', unsure).forEach(warn);
		const parts = (views[at] ?? []).map((view) => {
			const own = laidOut.next().value;
			if (!own) return '';
			const { markdown, missing, outsideRows } = wholeMarkdown(view, own);
			const lost = new Set([...missing, ...movedLetters(view)]);
			const words = [...lost].filter((word) => !isPlaceholder(word));
			describeFault(pageNumber, 'missing', words).forEach(warn);
			describeFault(pageNumber, 'outsideRows', outsideRows).forEach(warn);
			describeFault(pageNumber, 'jammed', jammedRows(markdown)).forEach(warn);
			return markdown;
		});
		const text = parts.filter((part) => part !== '').join('\n\n');
		const markdown = writePictures(text, pictures);
		const method = pictures.length > 0 ? 'ocr' : 'text';
		const error = page ? {} : { error: "The page is damaged and can't be read." };
		return { pageNumber, markdown, method, ...error };
	});
}

/** Which reading of a page is better, and whether the other one agrees with it. */
interface Choice {
	method: 'text' | 'ocr';
	isConfirmed: boolean;
}

/**
 * Decides between a text layer whose letters look wrong, and what was recognised in the page's picture.
 * A text layer is kept if recognition confirms it, if recognition does not know its script, or if what was
 * recognised has too few vowels for words in place of that text: it is codes, or a part of the page.
 */
export function chooseReading(text: string, recognised: string): Choice {
	if (agreement(text, recognised) >= MIN_AGREEMENT) return { method: 'text', isConfirmed: true };
	const letters = Math.max(countLetters(text), countLetters(recognised));
	const isUnknown = isOtherScript(text) && !isOtherScript(recognised);
	const isBetter = !isUnknown && countVowels(recognised) >= letters * MIN_VOWEL_SHARE;
	return { method: isBetter ? 'ocr' : 'text', isConfirmed: false };
}

/**
 * The reading of a page that is kept: that of its text, that of its picture, or both.
 *
 * | Page    | Recognition finds its text, too | It does not                              |
 * | ------- | ------------------------------- | ---------------------------------------- |
 * | picture | recognised                      | text, which is empty                     |
 * | stamped | recognised                      | both                                     |
 * | garbled | text                            | the better one, which a warning says     |
 * | covered | recognised, it has more lines   | the better one, which a warning says     |
 */
function keepOne(
	read: ConvertedPage,
	{ page, isCovered, recognised }: ExtractedPage,
	warn: (sentence: string) => void,
): ConvertedPage {
	if (!page || !recognised) return recognised ?? read;
	if (recognised.error !== undefined) {
		if (read.markdown === '') return recognised;
		warn(describeUnrecognised(read.pageNumber, recognised.error));
		return read;
	}
	const kind = kindOf(page, isCovered);
	// Frames and lines alone are not a picture of text.
	if (kind === 'picture') return recognised.markdown === '' ? read : recognised;
	const text = textOfPage(page);
	if (kind === 'stamped') {
		if (agreement(text, recognised.markdown) >= MIN_STAMP_AGREEMENT) return recognised;
		return { ...recognised, markdown: `${read.markdown}\n\n${recognised.markdown}`.trim() };
	}
	const { method, isConfirmed } = chooseReading(text, recognised.markdown);
	if (isConfirmed) return kind === 'covered' ? recognised : read;
	warn((method === 'ocr' ? describeReplaced : describeUnconfirmed)(read.pageNumber));
	return method === 'ocr' ? recognised : read;
}

/** Lays out pages that follow each other, and keeps the better reading of each. */
export function keepReadings(
	entries: readonly ExtractedPage[],
	mode: ReadRequest['mode'],
	warn: (sentence: string) => void,
): ConvertedPage[] {
	const isWhole = entries.every(({ recognised }) => recognised && recognised.error === undefined);
	if (mode === 'ocr' && isWhole) return entries.flatMap(({ recognised }) => recognised ?? []);
	const read = layOutPages(entries, warn);
	return entries.flatMap((entry, at) => {
		const { recognised } = entry;
		if (mode === 'ocr' && recognised && recognised.error === undefined) return [recognised];
		return read[at] ? keepOne(read[at], entry, warn) : [];
	});
}
