import type { ConversionContext } from './conversion.ts';
import type { Recogniser } from './ocr/recogniser.ts';

/** What every reader is handed. */
export interface ReaderTools {
	context: ConversionContext;
	recogniser: Recogniser;
	/** Called with the number of selected pages before they are read; throws past the limit. */
	checkCount: (selectedPages: number) => void;
}
