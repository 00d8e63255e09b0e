import { LiteParse, type ParsedPage, type TextItem } from '@llamaindex/liteparse';
import { raiseContrast } from './contrast.ts';
import { recognisedMarkdown } from './recognisedText.ts';

/** What text is recognised with. */
export interface RecognitionSettings {
	/** Folder of the language data, a file `<language>.traineddata` for each language. */
	dataDirectory: string;
	/** Languages to expect, by their codes, the likeliest first. */
	languages: readonly string[];
}

/** Reads text from pictures. */
export interface Recogniser {
	/**
	 * The Markdown of what is written on a picture (PNG, JPEG, WebP, GIF, BMP, or the first of a
	 * TIFF); empty without text. Throws what the engine throws when the picture can't be decoded.
	 */
	recognise(picture: Buffer, scale?: PictureScale): Promise<string>;
}

/**
 * How large a picture is read. The engine takes a pixel for a 150th of an inch: at 200 a photograph
 * of a receipt is enlarged by a third, which reads best; pages are drawn at the right size already.
 */
export type PictureScale = 'photograph' | 'page';

const DOTS_PER_INCH: Readonly<Record<PictureScale, number>> = { photograph: 200, page: 150 };
/** Fewer letters than this on a picture that is not blank may be faint print. */
const MIN_LETTERS = 4;

function letterCount(items: readonly TextItem[]): number {
	return items.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);
}

/** Makes a recogniser that works without a network. */
export function createRecogniser({ dataDirectory, languages }: RecognitionSettings): Recogniser {
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
	const read = async (picture: Buffer, scale: PictureScale): Promise<ParsedPage | undefined> => {
		const { pages } = await engines[scale].parse(picture);
		return pages[0];
	};
	return {
		async recognise(picture, scale = 'photograph') {
			const page = await read(picture, scale);
			if (!page) return '';
			if (letterCount(page.textItems) >= MIN_LETTERS) return recognisedMarkdown(page);
			const [drawn] = await engines[scale].screenshot(picture, [1]);
			if (!drawn || drawn.isSolidFill) return '';
			const raised = await read(raiseContrast(drawn.imageBuffer), 'page');
			return raised ? recognisedMarkdown(raised) : '';
		},
	};
}
