import type { ParsedPage, TextItem } from '@llamaindex/liteparse';
import type { DocumentSource, ReaderTools, ReadRequest } from '../conversion/conversion.ts';
import { describeRecognised, describeUnreadPicture } from '../conversion/pages.ts';
import { agreement, textOfPage } from '../layout/coverage.ts';
import {
	bottomOf,
	type Box,
	gapBetween,
	isInside,
	placeholderItem,
	unionOf,
} from '../layout/page.ts';
import { encodePicture } from '../ocr/png.ts';
import { isPrint } from '../ocr/print.ts';
import { areaOf, drawBesideText, shownBesideText } from './besideText.ts';
import { COARSE, FINE } from './drawPage.ts';
import type { ExtractedPage } from './extract.ts';
import { numberAfter, type PdfObjects } from './objects.ts';
import { lettersOf, STAMP_LENGTH, stampsOf } from './pageKind.ts';

/** Fewer pixels cannot show three lines of text. */
const MIN_PIXELS = { width: 160, height: 40 };
/** Pictures that cover less of a page than this are logos, icons and signatures. */
const MIN_SHARE = 0.03;
/** Pictures that are cut into strips touch each other, within this many points. */
const TOUCHING = 1;
/** Fewer letters and figures in a picture do not count as text. */
const MIN_LETTERS = 20;
/** Recognition that reads this share of its words in the text of the page has read that. */
const MAX_AGREEMENT = 0.5;

/** Whether a file contains a picture large enough for lines of text: most contain none. */
export const holdsPictures = (objects: PdfObjects): boolean =>
	[...objects.values()].some(
		({ text }) =>
			/\/Subtype\s{0,4}\/Image/.test(text) &&
			numberAfter('Width', text) >= MIN_PIXELS.width &&
			numberAfter('Height', text) >= MIN_PIXELS.height,
	);

const isTouching = (a: Box, b: Box): boolean =>
	gapBetween(a, b) <= TOUCHING &&
	Math.max(a.y, b.y) - Math.min(bottomOf(a), bottomOf(b)) <= TOUCHING;

/** Pictures, with those that touch each other merged. */
function joinTouching(boxes: readonly Box[]): Box[] {
	let joined: Box[] = [];
	for (const box of boxes) {
		const near = joined.filter((other) => isTouching(other, box));
		joined = [...joined.filter((other) => !near.includes(other)), unionOf([...near, box])];
	}
	return joined;
}

/** Heights of letters that are drawn as outlines, in points. */
const OUTLINE = { least: 2, most: 30 };
/** Fewer of them, as wide in all as so many of their heights, are bullets and icons. */
const MIN_OUTLINES = 60;

/** Where letters may be that are drawn as outlines, without text: curves of the height of print. */
function outlinesOf({ vectorGraphics }: ParsedPage): Box[] {
	const letters = (vectorGraphics?.shapes ?? []).filter(
		({ bbox: { height }, hasCurve }) =>
			hasCurve && height >= OUTLINE.least && height <= OUTLINE.most,
	);
	const width = letters.reduce((sum, { bbox }) => sum + bbox.width / bbox.height, 0);
	return width < MIN_OUTLINES ? [] : [unionOf(letters.map(({ bbox }) => bbox))];
}

/** Where pictures are on a page, except the background of all of it. */
const placesOf = ({ blocks = [] }: ParsedPage): Box[] =>
	joinTouching(blocks.flatMap(({ kind, bbox }) => (kind === 'figure' && bbox ? [bbox] : [])));

/**
 * The large pictures of print, such as tables and scans, on a page with text, also print that is drawn as
 * outlines, without photographs, charts and logos.
 * @param hasPictures whether the file contains some that are large enough
 */
export async function findPrint(
	source: DocumentSource,
	entry: ExtractedPage,
	hasPictures: boolean,
): Promise<Box[]> {
	const { page, unnamed } = entry;
	if (!page) return [];
	const found = hasPictures ? placesOf(page) : [];
	const isLarge = (box: Box) => areaOf(box) >= page.width * page.height * MIN_SHARE;
	const pictures = found.filter((box) => {
		// Text over a picture belongs to the picture, or the picture is its background.
		const over = page.textItems.filter((item) => isInside(item, box));
		return isLarge(box) && lettersOf(over) <= STAMP_LENGTH;
	});
	const shown = found.length > 0 || unnamed ? pictures : shownBesideText(page);
	const stamped = [...shown, ...stampsOf(page.annotations).filter(isLarge)];
	const large = stamped.length > 0 ? stamped : outlinesOf(page);
	// Text whose characters have no names is print.
	const known = unnamed ? [unnamed] : [];
	if (large.length === 0) return known;
	// A picture that can't be drawn is reported when it is to be read.
	const parts = await drawBesideText(source, entry, large, COARSE).catch(() => []);
	return [...large.filter((_, at) => !parts[at] || isPrint(parts[at])), ...known];
}

/** The placeholder word of a picture. */
const wordOf = (at: number): string => `Qxpicture${at}xq`;

/** Large print in a picture is not a heading of the document around it. */
const HEADING_MARKS = /^#{1,6} /gm;

/** Whether what was recognised is text, and not a text layer that lies beside its print. */
function isNew(text: string, over: readonly TextItem[]): boolean {
	const letters = text.match(/[\p{L}\p{N}]/gu)?.length ?? 0;
	return (
		letters >= MIN_LETTERS && agreement(text, textOfPage({ textItems: [...over] })) < MAX_AGREEMENT
	);
}

/** A page with the text recognised in pictures of print, marked by placeholder words among its text. */
export async function readPrint(
	{ source, mode }: Pick<ReadRequest, 'source' | 'mode'>,
	entry: ExtractedPage,
	boxes: readonly Box[],
	{ recogniser, context }: ReaderTools,
): Promise<ExtractedPage> {
	if (boxes.length === 0 || mode !== 'auto') return entry;
	const [first, ...turned] = entry.views;
	const pictures: string[] = [];
	const placeholders: TextItem[] = [];
	try {
		const parts = await drawBesideText(source, entry, boxes, FINE);
		for (const [at, part] of parts.entries()) {
			const read = await recogniser.recognise(encodePicture(part), 'page');
			const text = read.markdown;
			const [box] = boxes.slice(at);
			const over = entry.page?.textItems.filter((item) => box && isInside(item, box)) ?? [];
			if (!box || !isNew(text, over)) {
				if (box === entry.unnamed)
					context.warn(describeUnreadPicture(entry.pageNumber, 'no text was found in it'));
				continue;
			}
			describeRecognised(read, `in a picture on page ${entry.pageNumber}`).forEach(context.warn);
			// What is behind text has no place among it, and comes after it.
			if (over.length === 0) placeholders.push(placeholderItem(box, wordOf(pictures.length)));
			pictures.push(text.replace(HEADING_MARKS, ''));
		}
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		context.warn(describeUnreadPicture(entry.pageNumber, reason));
	}
	const shown = first && { ...first, textItems: [...first.textItems, ...placeholders] };
	return { ...entry, pictures, views: shown ? [shown, ...turned] : [] };
}

/** Markdown with the texts of pictures in place of their placeholder words. */
export function writePictures(markdown: string, pictures: readonly string[]): string {
	let blocks = markdown.split('\n\n');
	for (const [at, text] of pictures.entries()) {
		const word = new RegExp(`(?:#{1,6} |- )?\\*{0,3}${wordOf(at)}\\*{0,3}`);
		const place = blocks.findIndex((block) => word.test(block));
		const [before = '', after = ''] = blocks[place]?.split(word) ?? [];
		// The cells of a row stay together.
		const parts = before.startsWith('|') ? [before + after, text] : [before, text, after];
		if (place === -1) blocks.push(text);
		else blocks.splice(place, 1, ...parts.map((part) => part.trim()));
		blocks = blocks.filter((block) => block !== '');
	}
	return blocks.join('\n\n');
}
