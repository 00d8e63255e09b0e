import { imageSize } from 'image-size';
import { LiteParse, type ParsedPage, type TextItem } from '@llamaindex/liteparse';
import { raiseContrast } from './contrast.ts';
import { confidenceOf, mergeReadings } from './mergeReadings.ts';
import { type Turns, turnPicture } from './picture.ts';
import { decodePicture, encodePicture } from './png.ts';
import { openPpOcr } from './ppOcr.ts';
import { recognisedMarkdown } from './recognisedText.ts';

/** Settings of text recognition. */
export interface RecognitionSettings {
	/** Folder of the language data, one file `<language>.traineddata` per language. */
	dataDirectory: string;
	/** Expected languages, by their codes, the likeliest first. */
	languages: readonly string[];
	/** Tesseract alone, or also PP-OCR if it is installed. Default: both. */
	engine?: RecognitionEngine;
}

/** Programs that read pictures. */
export type RecognitionEngine = 'tesseract' | 'both';

/** Reads text from pictures. */
export interface Recogniser {
	/**
	 * The Markdown of the text in a picture (PNG, JPEG, WebP, GIF, BMP, or the first of a TIFF); empty
	 * without text. Throws the engine's error if the picture can't be decoded.
	 */
	recognise(picture: Buffer, scale?: PictureScale): Promise<string>;
	/** What read the pictures since the last call: `tesseract`, or `tesseract, pp-ocr`. */
	takeEngines(): string;
}

/**
 * How large a picture is read. The engine assumes 150 pixels per inch: at 200 a photograph of a receipt is
 * enlarged by a third, which reads best; pages are drawn at the right size already.
 */
export type PictureScale = 'photograph' | 'page';

const DOTS_PER_INCH: Readonly<Record<PictureScale, number>> = { photograph: 200, page: 150 };
/** Fewer letters than this in a picture that is not blank may be faint print. */
const MIN_LETTERS = 4;
/**
 * Tesseract's confidence is lower than this if text is upside down (0.5 to 0.75 on receipts that it reads
 * with 0.76 and more the right way up).
 */
const MIN_UPRIGHT = 0.76;
/** With fewer letters it is as confident when they are upside down, except those that it reads well. */
const FEW_LETTERS = 60;
/** Words with fewer characters may be as high as they are wide. */
const MIN_WORD = 3;
/** Horizontal words are kept if they are read nearly as well as vertical ones: their lines are in order. */
const NEARLY = 0.8;
/**
 * A page that Tesseract reads with this confidence is not read a second time: print and screenshots are above
 * it (0.93 to 0.96), photographs of receipts below (0.76 to 0.93, 0.85 on average).
 */
const SURE = 0.92;
/** Turns by the orientation that cameras record (EXIF); cameras do not produce the mirrored ones. */
const EXIF_TURNS: Readonly<Record<number, Turns>> = { 3: 2, 6: 1, 8: 3 };

function letterCount(items: readonly TextItem[]): number {
	return items.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
}

/** The turns that make a photograph upright. */
function turnsOf(picture: Buffer): Turns {
	try {
		return EXIF_TURNS[imageSize(picture).orientation ?? 1] ?? 0;
	} catch {
		return 0;
	}
}

/** How much of a page was read, weighted by confidence. */
const sureLetters = ({ textItems }: ParsedPage): number =>
	letterCount(textItems) * confidenceOf(textItems) ** 2;

/**
 * Whether words are wider than high. In a picture that was fed sideways they are higher: Tesseract still
 * reads some of them, letter by letter or line after line from the last to the first.
 */
function wordsLie({ textItems }: ParsedPage): boolean {
	const words = textItems.filter(({ text }) => text.trim().length >= MIN_WORD);
	const lying = words.filter(({ width, height }) => width > height);
	return lying.length * 2 >= words.length;
}

/** The turns that may make a picture upright, after a first reading. */
function turnsToTry(page: ParsedPage): readonly Turns[] {
	const letters = letterCount(page.textItems);
	if (letters < MIN_LETTERS) return [2, 1, 3];
	if (!wordsLie(page)) return [1, 3];
	return confidenceOf(page.textItems) >= (letters < FEW_LETTERS ? SURE : MIN_UPRIGHT) ? [] : [2];
}

/** The minimum that a turned picture must reach to be used. */
function leastSure(page: ParsedPage): number {
	// Patterns and stains look like letters in every direction, but Tesseract is confident of none.
	if (letterCount(page.textItems) < MIN_LETTERS) return MIN_LETTERS * MIN_UPRIGHT ** 2;
	return sureLetters(page) * (wordsLie(page) ? 1 : NEARLY);
}

/** Creates a recogniser that works without a network. */
export function createRecogniser({
	dataDirectory,
	languages,
	engine = 'both',
}: RecognitionSettings): Recogniser {
	const createEngine = (scale: PictureScale) =>
		new LiteParse({
			outputFormat: 'json',
			ocrEnabled: true,
			ocrLanguage: languages.join('+'),
			tessdataPath: dataDirectory,
			dpi: DOTS_PER_INCH[scale],
			numWorkers: 1,
			quiet: true,
		});
	const engines = { photograph: createEngine('photograph'), page: createEngine('page') };
	let isReadBeside = false;
	let ppOcr: ReturnType<typeof openPpOcr> | undefined;
	const openBeside = async (): ReturnType<typeof openPpOcr> =>
		engine === 'both' ? await (ppOcr ??= openPpOcr()) : undefined;
	const read = async (picture: Buffer, scale: PictureScale): Promise<ParsedPage | undefined> => {
		const { pages } = await engines[scale].parse(picture);
		return pages[0];
	};
	const draw = async (picture: Buffer): Promise<Buffer | undefined> => {
		const [drawn] = await engines.page.screenshot(picture, [1]);
		return drawn && !drawn.isSolidFill ? drawn.imageBuffer : undefined;
	};
	const turned = async (picture: Buffer, turns: Turns): Promise<Buffer> => {
		const drawn = turns === 0 ? undefined : await draw(picture);
		return drawn ? encodePicture(turnPicture(decodePicture(drawn), turns)) : picture;
	};

	/** The picture in the orientation that reads best, and Tesseract's reading of it. */
	async function readUpright(original: Buffer, scale: PictureScale) {
		const readTurned = async (turns: Turns) => {
			const picture = await turned(original, turns);
			return { picture, page: await read(picture, scale) };
		};
		const first = { picture: original, page: await read(original, scale) };
		if (!first.page) return first;
		let best = first;
		let least = leastSure(first.page);
		for (const turns of turnsToTry(first.page)) {
			const other = await readTurned(turns);
			if (!other.page || !wordsLie(other.page) || sureLetters(other.page) <= least) continue;
			best = other;
			least = sureLetters(other.page);
		}
		return best;
	}

	/** What both engines read together; Tesseract's reading alone if PP-OCR is not installed. */
	async function readBeside(picture: Buffer, page: ParsedPage): Promise<ParsedPage> {
		if (confidenceOf(page.textItems) >= SURE) return page;
		const beside = await openBeside();
		const drawn = beside && (await draw(picture));
		if (!beside || !drawn) return page;
		const pixels = decodePicture(drawn);
		isReadBeside = true;
		return mergeReadings(page, await beside.read(pixels), page.width / pixels.width);
	}

	return {
		takeEngines() {
			const engines = isReadBeside ? 'tesseract, pp-ocr' : 'tesseract';
			isReadBeside = false;
			return engines;
		},
		async recognise(original, scale = 'photograph') {
			const noted = await turned(original, scale === 'page' ? 0 : turnsOf(original));
			const { picture, page } = await readUpright(noted, scale);
			if (!page) return '';
			const both = await readBeside(picture, page);
			if (letterCount(both.textItems) >= MIN_LETTERS) return recognisedMarkdown(both);
			const drawn = await draw(picture);
			if (!drawn) return '';
			const raised = await read(raiseContrast(drawn), 'page');
			return raised ? recognisedMarkdown(raised) : '';
		},
	};
}
