import { LiteParse, type ParsedPage } from '@llamaindex/liteparse';
import { type PlacedWord, placedWords } from '../layout/placedWords.ts';
import { raiseContrast } from './contrast.ts';
import { countMarks } from './marks.ts';
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
	/** Whether time ran out before all that could improve it was tried. Default: false. */
	isCutShort?: boolean;
	/** Its words and their places in the picture. */
	words?: PlacedWord[];
}

/** Reads text from pictures. */
export interface Recogniser {
	/**
	 * The text in a picture (PNG, JPEG, WebP, GIF, BMP, or the first of a TIFF). Throws the engine's error if
	 * the picture can't be decoded, or an error if reading it once takes longer than `MAX_MS`.
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

/** From then on only what has been read counts: nothing else is tried to read a picture better. */
const ENOUGH_MS = 30_000;
/** A picture that takes longer to read once is given up; the process would be stopped soon after. */
const MAX_MS = 75_000;

/** How long the reading of a picture has taken. */
class Budget {
	readonly #startedAt = performance.now();
	/** Whether something was left out because of it. */
	isSpent = false;

	/** Whether there is time to try more. */
	hasTime(): boolean {
		this.isSpent ||= performance.now() - this.#startedAt > ENOUGH_MS;
		return !this.isSpent;
	}
}

/** What the work gives, or an error when it takes too long. */
async function inTime<Result>(work: Promise<Result>): Promise<Result> {
	let timer: NodeJS.Timeout | undefined;
	const limit = new Promise<never>((_resolve, reject) => {
		const fail = () => reject(new Error(`it took more than ${MAX_MS / 1000} seconds`));
		timer = setTimeout(fail, MAX_MS);
	});
	try {
		return await Promise.race([work, limit]);
	} finally {
		clearTimeout(timer);
	}
}

/** A picture as a file, and as pixels once they are needed. */
class ReadPicture {
	readonly file: Buffer;
	readonly #draw: (file: Buffer) => Promise<Picture | undefined>;
	#pixels: Promise<Picture | undefined> | undefined;

	constructor(file: Buffer, draw: (file: Buffer) => Promise<Picture | undefined>) {
		this.file = file;
		this.#draw = draw;
	}

	/** Undefined if it can't be drawn, or is of one colour. */
	pixels(): Promise<Picture | undefined> {
		return (this.#pixels ??= this.#draw(this.file));
	}
}

/** A picture, Tesseract's reading of it, and the slope of its lines in degrees. */
interface ReadPage {
	picture: ReadPicture;
	page: ParsedPage;
	slope: number;
}

const NOTHING: Recognition = { markdown: '', isDoubtful: false };

/** Whether a picture in which no letters were read has too few marks for any. */
async function isBlank(picture: ReadPicture, { textItems }: ParsedPage): Promise<boolean> {
	if (letterCount(textItems) >= MIN_LETTERS) return false;
	const pixels = await picture.pixels();
	return !pixels || countMarks(pixels) < MIN_LETTERS;
}

/** @param read by Tesseract, whose confidence tells whether it is text */
const recognitionOf = (page: ParsedPage, { textItems }: ParsedPage): Recognition => {
	const markdown = recognisedMarkdown(page);
	const isDoubtful = markdown !== '' && confidenceOf(textItems) < MIN_READABLE;
	return { markdown, isDoubtful, words: placedWords(page.textItems) };
};

/** A recogniser that works without a network: Tesseract, and PP-OCR beside it where it is installed. */
export class LocalRecogniser implements Recogniser {
	readonly #settings: RecognitionSettings;
	readonly #engines: Readonly<Record<PictureScale, LiteParse>>;
	/** Opened when a picture first needs it; undefined if it is not installed. */
	#ppOcr: ReturnType<typeof openPpOcr> | undefined;
	/** Whether PP-OCR read something since the engines were last asked for. */
	#isReadBeside = false;

	constructor(settings: RecognitionSettings) {
		this.#settings = settings;
		this.#engines = {
			photograph: this.#createEngine('photograph'),
			page: this.#createEngine('page'),
		};
	}

	takeEngines(): string {
		const engines = this.#isReadBeside ? 'tesseract, pp-ocr' : 'tesseract';
		this.#isReadBeside = false;
		return engines;
	}

	async recognise(original: Buffer, scale: PictureScale = 'photograph'): Promise<Recognition> {
		const recorded = scale === 'page' ? undefined : recordedTurning(original);
		const drawn = recorded && (await this.#draw(original));
		const noted = drawn ? encodePicture(turnPicture(drawn, ...recorded)) : original;
		const budget = new Budget();
		const shown = new ReadPicture(noted, (file) => this.#draw(file));
		const first = await this.#read(noted, scale);
		if (!first) return NOTHING;
		if (await isBlank(shown, first)) {
			return letterCount(first.textItems) > 0 ? recognitionOf(first, first) : NOTHING;
		}
		const level = await this.#readLevel({ picture: shown, page: first, slope: 0 }, scale);
		const { picture, page, slope } = await this.#readUpright(level, scale, budget);
		const textItems = page.textItems.map((word) => levelBox(word, page.width, slope));
		const both = await this.#readBeside(picture, { ...page, textItems }, slope, budget);
		if (letterCount(both.textItems) >= MIN_LETTERS || !budget.hasTime()) {
			return { ...recognitionOf(both, page), isCutShort: budget.isSpent };
		}
		const pixels = await picture.pixels();
		const raised = pixels && (await this.#read(encodePicture(raiseContrast(pixels)), 'page'));
		return raised ? recognitionOf(raised, raised) : NOTHING;
	}

	#createEngine(scale: PictureScale): LiteParse {
		const { languages, dataDirectory } = this.#settings;
		return new LiteParse({
			outputFormat: 'json',
			ocrEnabled: true,
			ocrLanguage: languages.join('+'),
			tessdataPath: dataDirectory,
			dpi: DOTS_PER_INCH[scale],
			numWorkers: 1,
			quiet: true,
		});
	}

	async #read(picture: Buffer, scale: PictureScale): Promise<ParsedPage | undefined> {
		const { pages } = await inTime(this.#engines[scale].parse(picture));
		return pages[0];
	}

	async #draw(picture: Buffer, engine = this.#engines.page): Promise<Picture | undefined> {
		const [drawn] = await engine.screenshot(picture, [1]);
		return drawn && !drawn.isSolidFill ? decodePicture(drawn.imageBuffer) : undefined;
	}

	/** A picture after its pixels were changed, and Tesseract's reading of it. */
	async #readChanged(
		original: ReadPicture,
		scale: PictureScale,
		change: (drawn: Picture) => Picture,
	): Promise<Omit<ReadPage, 'slope'> | undefined> {
		const drawn = await original.pixels();
		const file = drawn ? encodePicture(change(drawn)) : original.file;
		const picture = new ReadPicture(file, (own) => this.#draw(own));
		const page = await this.#read(file, scale);
		return page && { picture, page };
	}

	/** The slope of the lines in a picture, in degrees. */
	async #slopeOf({ file }: ReadPicture, page: ParsedPage): Promise<number> {
		const dpi = Math.floor((SKEW_SIDE / Math.max(page.width, page.height)) * POINTS_PER_INCH);
		const small = new LiteParse({ dpi: Math.min(Math.max(dpi, 1), 150), quiet: true });
		const drawn = await this.#draw(file, small);
		return drawn ? skewOf(drawn) : 0;
	}

	/** The picture with nearly level lines, Tesseract's reading of it, and the slope that is left. */
	async #readLevel({ picture, page }: ReadPage, scale: PictureScale): Promise<ReadPage> {
		const slope = await this.#slopeOf(picture, page);
		const first = { picture, page, slope };
		if (Math.abs(slope) < MIN_SLOPE) return first;
		const turn = (drawn: Picture) => levelPicture(drawn, slope);
		const level = await this.#readChanged(picture, scale, turn).catch(() => undefined);
		// Words on a slope may be right, but in the wrong lines.
		const least = sureLetters(page) * NEARLY;
		return level && sureLetters(level.page) > least ? { ...level, slope: 0 } : first;
	}

	/** The picture in the orientation that reads best, and Tesseract's reading of it. */
	async #readUpright(first: ReadPage, scale: PictureScale, budget: Budget): Promise<ReadPage> {
		let best = first;
		for (const waysToTry of [turningsToTry, mirrorsToTry]) {
			const { picture, page } = best;
			let least = leastSure(page);
			for (const turning of waysToTry(page)) {
				if (!budget.hasTime()) return best;
				const turn = (drawn: Picture) => turnPicture(drawn, ...turning);
				// An attempt that fails takes nothing from what has been read.
				const other = await this.#readChanged(picture, scale, turn).catch(() => undefined);
				if (!other || !wordsLie(other.page) || sureLetters(other.page) <= least) continue;
				best = { ...other, slope: await this.#slopeOf(other.picture, other.page) };
				least = sureLetters(other.page);
			}
		}
		return best;
	}

	/** What both engines read together; Tesseract's reading alone if PP-OCR is not installed. */
	async #readBeside(
		picture: ReadPicture,
		page: ParsedPage,
		slope: number,
		budget: Budget,
	): Promise<ParsedPage> {
		if (confidenceOf(page.textItems) >= SURE || !budget.hasTime()) return page;
		const { engine = 'both' } = this.#settings;
		const beside = engine === 'both' ? await (this.#ppOcr ??= openPpOcr()) : undefined;
		const pixels = beside && (await picture.pixels());
		if (!beside || !pixels) return page;
		this.#isReadBeside = true;
		const lines = (await beside.read(pixels, () => budget.hasTime())).map((line) => ({
			...line,
			box: levelBox(line.box, pixels.width, slope),
		}));
		return mergeReadings(page, lines, page.width / pixels.width);
	}
}
