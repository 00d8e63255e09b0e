import type { ConversionContext } from './conversion.ts';
import type { TextRecognizer } from './ocr/textRecognizer.ts';

/** What every reader is handed. */
export interface ReaderTools {
	context: ConversionContext;
	recognizer: TextRecognizer;
	/** Called with the number of selected pages before they are read; throws past the limit. */
	checkCount: (selectedPages: number) => void;
}
