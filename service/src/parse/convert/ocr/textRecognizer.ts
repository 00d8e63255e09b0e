import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import { ocrMarkdown } from './ocrMarkdown.ts';
import type { Paragraph } from './layout.ts';

/** Reads text from pictures. Made once per process: the first picture loads the recogniser. */
export interface TextRecognizer {
	/** The Markdown of what is written on a picture (PNG, JPEG, WebP, BMP); empty without text. */
	recognize(image: Buffer): Promise<string>;
}

const LANGUAGE = 'eng';
/** Recognise with the neural model only (Tesseract's `OEM.LSTM_ONLY`). */
const LSTM_ONLY = 1;
/**
 * The resolution that the recogniser is told: what it is trained for. With a smaller number it
 * passes over single short words as noise; without any it guesses.
 */
const DOTS_PER_INCH = '300';

function languageFolder(): string {
	const manifest = createRequire(import.meta.url).resolve(
		`@tesseract.js-data/${LANGUAGE}/package.json`,
	);
	return join(dirname(manifest), '4.0.0_best_int');
}

async function startWorker(): Promise<Worker> {
	const worker = await createWorker(LANGUAGE, LSTM_ONLY, {
		langPath: languageFolder(),
		cacheMethod: 'none',
		errorHandler: () => undefined,
	});
	await worker.setParameters({
		tessedit_pageseg_mode: PSM.AUTO,
		user_defined_dpi: DOTS_PER_INCH,
	});
	return worker;
}

/** A recogniser for English text that needs no network: its language data is a package. */
export function createTextRecognizer(): TextRecognizer {
	let starting: Promise<Worker> | undefined;
	return {
		async recognize(image) {
			starting ??= startWorker();
			const worker = await starting;
			const { data } = await worker.recognize(image, {}, { text: false, blocks: true });
			const paragraphs = (data.blocks ?? []).flatMap((block) =>
				block.paragraphs.map((paragraph): Paragraph => ({
					lines: paragraph.lines.map((line) => ({
						words: line.words,
						bbox: line.bbox,
						height: line.rowAttributes.rowHeight,
					})),
				})),
			);
			return ocrMarkdown(paragraphs);
		},
	};
}
