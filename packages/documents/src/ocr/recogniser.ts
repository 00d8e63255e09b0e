import { LiteParse, type ParsedPage } from '@llamaindex/liteparse';
import { raiseContrast } from './contrast.ts';
import { confidenceOf, mergeReadings } from './mergeReadings.ts';
import {
	leastSure,
	letterCount,
	MIN_LETTERS,
	MIN_READABLE,
	mirrorsToTry,
	NEARLY,
	recordedTurning,
	SURE,
	sureLetters,
	turningsToTry,
	wordsLie,
} from './orientation.ts';
import { type Picture, turnPicture } from './picture.ts';
import { decodePicture, encodePicture } from './png.ts';
import { openPpOcr } from './ppOcr.ts';
import { recognisedMarkdown } from './recognisedText.ts';
import { levelBox, levelPicture, SKEW_SIDE, skewOf } from './skew.ts';

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

/** The text in a picture. */
export interface Recognition {
	/** Empty without text. */
	markdown: string;
	/** Whether it may well be wrong: hardly legible, or no text at all. */
	isDoubtful: boolean;
}

/** Reads text from pictures. */
export interface Recogniser {
	/**
	 * The text in a picture (PNG, JPEG, WebP, GIF, BMP, or the first of a TIFF). Throws the engine's error if
	 * the picture can't be decoded.
	 */
	recognise(picture: Buffer, scale?: PictureScale): Promise<Recognition>;
	/** What read the pictures since the last call: `tesseract`, or `tesseract, pp-ocr`. */
	takeEngines(): string;
}

/**
 * How large a picture is read. The engine assumes 150 pixels per inch: at 200 a photograph of a receipt is
 * enlarged by a third, which reads best; pages are drawn at the right size already.
 */
export type PictureScale = 'photograph' | 'page';

const DOTS_PER_INCH: Readonly<Record<PictureScale, number>> = { photograph: 200, page: 150 };
const POINTS_PER_INCH = 72;
/** Words on a smaller slope, in degrees, are read as well as level ones. */
const MIN_SLOPE = 2;

/** @param read by Tesseract, whose confidence tells whether it is text */
const recognitionOf = (page: ParsedPage, { textItems }: ParsedPage): Recognition => {
	const markdown = recognisedMarkdown(page);
	return { markdown, isDoubtful: markdown !== '' && confidenceOf(textItems) < MIN_READABLE };
};

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
	const draw = async (picture: Buffer, engine = engines.page): Promise<Picture | undefined> => {
		const [drawn] = await engine.screenshot(picture, [1]);
		return drawn && !drawn.isSolidFill ? decodePicture(drawn.imageBuffer) : undefined;
	};
	/** A picture after its pixels were changed, and Tesseract's reading of it. */
	const readChanged = async (
		original: Buffer,
		scale: PictureScale,
		change: (drawn: Picture) => Picture,
	) => {
		const drawn = await draw(original);
		const picture = drawn ? encodePicture(change(drawn)) : original;
		return { picture, page: await read(picture, scale) };
	};
	/** The slope of the lines in a picture, in degrees. */
	const slopeOf = async (picture: Buffer, page: ParsedPage): Promise<number> => {
		const dpi = Math.floor((SKEW_SIDE / Math.max(page.width, page.height)) * POINTS_PER_INCH);
		const small = new LiteParse({ dpi: Math.min(Math.max(dpi, 1), 150), quiet: true });
		const drawn = await draw(picture, small);
		return drawn ? skewOf(drawn) : 0;
	};

	/** The picture with nearly level lines, Tesseract's reading of it, and the slope that is left. */
	async function readLevel(original: Buffer, scale: PictureScale) {
		const page = await read(original, scale);
		const first = { picture: original, page, slope: page ? await slopeOf(original, page) : 0 };
		const { slope } = first;
		if (!page || Math.abs(slope) < MIN_SLOPE) return first;
		const level = await readChanged(original, scale, (drawn) => levelPicture(drawn, slope));
		// Words on a slope may be right, but in the wrong lines.
		const least = sureLetters(page) * NEARLY;
		return level.page && sureLetters(level.page) > least ? { ...level, slope: 0 } : first;
	}

	/** The picture in the orientation that reads best, and Tesseract's reading of it. */
	async function readUpright(original: Buffer, scale: PictureScale) {
		let best = await readLevel(original, scale);
		for (const waysToTry of [turningsToTry, mirrorsToTry]) {
			const { picture, page } = best;
			if (!page) return best;
			let least = leastSure(page);
			for (const turning of waysToTry(page)) {
				const other = await readChanged(picture, scale, (drawn) => turnPicture(drawn, ...turning));
				if (!other.page || !wordsLie(other.page) || sureLetters(other.page) <= least) continue;
				best = { ...other, slope: await slopeOf(other.picture, other.page) };
				least = sureLetters(other.page);
			}
		}
		return best;
	}

	/** What both engines read together; Tesseract's reading alone if PP-OCR is not installed. */
	async function readBeside(picture: Buffer, page: ParsedPage, slope: number): Promise<ParsedPage> {
		if (confidenceOf(page.textItems) >= SURE) return page;
		const beside = await openBeside();
		const pixels = beside && (await draw(picture));
		if (!beside || !pixels) return page;
		isReadBeside = true;
		const lines = (await beside.read(pixels)).map((line) => ({
			...line,
			box: levelBox(line.box, pixels.width, slope),
		}));
		return mergeReadings(page, lines, page.width / pixels.width);
	}

	return {
		takeEngines() {
			const engines = isReadBeside ? 'tesseract, pp-ocr' : 'tesseract';
			isReadBeside = false;
			return engines;
		},
		async recognise(original, scale = 'photograph') {
			const recorded = scale === 'page' ? undefined : recordedTurning(original);
			const drawn = recorded && (await draw(original));
			const noted = drawn ? encodePicture(turnPicture(drawn, ...recorded)) : original;
			const { picture, page, slope } = await readUpright(noted, scale);
			if (!page) return { markdown: '', isDoubtful: false };
			const textItems = page.textItems.map((word) => levelBox(word, page.width, slope));
			const both = await readBeside(picture, { ...page, textItems }, slope);
			if (letterCount(both.textItems) >= MIN_LETTERS) return recognitionOf(both, page);
			const pixels = await draw(picture);
			const raised = pixels && (await read(raiseContrast(pixels), 'page'));
			return raised ? recognitionOf(raised, raised) : { markdown: '', isDoubtful: false };
		},
	};
}
