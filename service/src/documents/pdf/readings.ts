import type { ParsedPage } from '@llamaindex/liteparse';
import type {
	ConvertedPage,
	DocumentSource,
	ReaderTools,
	ReadRequest,
} from '../conversion/conversion.ts';
import { describeDoubtful, describeReplaced, describeUnconfirmed } from '../conversion/pages.ts';
import {
	agreement,
	describeCells,
	describeMissing,
	describeUnsure,
	movedLetters,
	textOfPage,
} from '../layout/account.ts';
import { layOut, wholeMarkdown } from '../layout/layout.ts';
import { drawPage, FINE } from './drawPage.ts';
import type { ExtractedPage } from './extract.ts';
import { kindOf, type PageKind } from './pageKind.ts';
import { isPictureWord, writePictures } from './pictures.ts';
import { chooseReading } from './recognition.ts';
import { withoutRunningLines } from './runningLines.ts';

/** Recognition has found the text that was put onto a picture if it reads this share of its words. */
const MIN_STAMP_AGREEMENT = 0.8;

/** Whether a page is recognised from its picture: in the mode `auto` if its text layer is doubtful. */
export function isToBeRecognised(mode: ReadRequest['mode'], kind: PageKind | undefined): boolean {
	const isDoubted = kind && (kind.isPicture || kind.isStamped || kind.isDamaged);
	return mode === 'ocr' || (mode === 'auto' && isDoubted === true);
}

/** The text recognised in the picture of a page. */
export async function recognisePage(
	source: DocumentSource,
	entry: ExtractedPage,
	{ recogniser, context }: Pick<ReaderTools, 'recogniser' | 'context'>,
): Promise<ConvertedPage> {
	const { pageNumber } = entry;
	try {
		const drawn = await drawPage(source, entry, FINE);
		if (!drawn) throw new Error('it cannot be drawn');
		if (drawn.isSolidFill) return { pageNumber, markdown: '', method: 'ocr' };
		const { markdown, isDoubtful } = await recogniser.recognise(drawn.imageBuffer, 'page');
		if (isDoubtful) context.warn(describeDoubtful(`on page ${pageNumber}`));
		return { pageNumber, markdown, method: 'ocr' };
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
	const views = extracted.map(({ views: [first, ...turned] }) => {
		const own = main.find(({ pageNum }) => pageNum === first?.pageNum);
		return own ? [own, ...turned] : turned;
	});
	const laidOut = layOut(views.flat()).values();
	return extracted.map(({ pageNumber, page, unsure = [], pictures = [] }, at): ConvertedPage => {
		if (unsure.length > 0) warn(describeUnsure(pageNumber, unsure));
		const parts = (views[at] ?? []).map((view) => {
			const own = laidOut.next().value;
			if (!own) return '';
			const { markdown, missing, outsideRows } = wholeMarkdown(view, own);
			const lost = [...missing, ...movedLetters(view)];
			const words = [...new Set(lost)].filter((word) => !isPictureWord(word));
			if (words.length > 0) warn(describeMissing(pageNumber, words));
			if (outsideRows.length > 0) warn(describeCells(pageNumber, outsideRows));
			return markdown;
		});
		const text = parts.filter((part) => part !== '').join('\n\n');
		const markdown = writePictures(text, pictures);
		const method = pictures.length > 0 ? 'ocr' : 'text';
		const error = page ? {} : { error: "The page is damaged and can't be read." };
		return { pageNumber, markdown, method, ...error };
	});
}

/** Which text to keep of a page whose text may be wrong, or lack lines. */
function chooseDamaged(
	read: ConvertedPage,
	recognised: ConvertedPage,
	{ page, kind, warn }: { page: ParsedPage; kind: PageKind; warn: (sentence: string) => void },
): ConvertedPage {
	const { method, isConfirmed } = chooseReading(textOfPage(page), recognised.markdown);
	if (method === 'text' && !isConfirmed) warn(describeUnconfirmed(read.pageNumber));
	if (method === 'ocr') warn(describeReplaced(read.pageNumber));
	// Recognition finds the lines that others hide.
	const isFuller = kind.isCovered && isConfirmed;
	return method === 'text' && !isFuller ? read : recognised;
}

/** Which text to keep of the two readings of a page: its text, and what was recognised in its picture. */
function combine(
	read: ConvertedPage,
	recognised: ConvertedPage,
	{ page }: ExtractedPage,
	warn: (sentence: string) => void,
): ConvertedPage {
	const kind = page && kindOf(page);
	if (!page || !kind || recognised.error !== undefined) return recognised;
	// Frames and lines alone are not a picture of text.
	const isFrames = kind.isPicture && !kind.isStamped && recognised.markdown === '';
	if (isFrames) return read;
	if (kind.isDamaged) return chooseDamaged(read, recognised, { page, kind, warn });
	const text = textOfPage(page);
	if (agreement(text, recognised.markdown) >= MIN_STAMP_AGREEMENT) return recognised;
	const markdown = [read.markdown, recognised.markdown].filter((part) => part !== '').join('\n\n');
	return { ...recognised, markdown };
}

/** The reading of a page that is kept: that of its text, that of its picture, or a combination. */
export function keepReading(
	entry: ExtractedPage,
	read: readonly ConvertedPage[],
	recognised: ReadonlyMap<number, ConvertedPage>,
	warn: (message: string) => void,
): ConvertedPage[] {
	const own = read.find(({ pageNumber }) => pageNumber === entry.pageNumber);
	const other = recognised.get(entry.pageNumber);
	if (own && other) return [combine(own, other, entry, warn)];
	return [own ?? other ?? []].flat();
}
