import type { ConversionContext } from '../document/conversion.ts';
import type { DocumentFormat } from '../detect/formats.ts';
import type { Recogniser } from '../ocr/recogniser.ts';

/** A document that was read as a part of another. */
export interface ReadPart {
	format: DocumentFormat;
	markdown: string;
}

/** What every reader is handed. */
export interface ReaderTools {
	context: ConversionContext;
	recogniser: Recogniser;
	/**
	 * The Markdown of a document that is part of another, such as one attached to a message;
	 * `undefined` for what is no document, and for what lies too deep. Throws `DocumentFailure`.
	 */
	readPart: (bytes: Buffer, name: string) => Promise<ReadPart | undefined>;
	/** Called with the number of selected pages before they are read; throws past the limit. */
	checkCount: (selectedPages: number) => void;
}
