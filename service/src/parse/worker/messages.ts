import type { ConversionLimits } from './convertDocument.ts';
import type {
	ConversionRequest,
	DocumentOutline,
	DocumentSummary,
	PageText,
} from '../document/conversion.ts';
import type { RecognitionSettings } from '../ocr/recogniser.ts';
import type { DocumentFailureCode } from '../document/documentFailure.ts';

/** What a conversion process is started with, as JSON in its argument. */
export interface ProgramSettings {
	/** Memory that it may take. */
	maxBytes: number;
	recognition: RecognitionSettings;
}

/** What the service asks a conversion process to do; one task at a time. */
export interface Task {
	kind: 'convert' | 'summarize' | 'preview';
	request: ConversionRequest;
	limits: ConversionLimits;
}

/** What a task that succeeded ends with. `usedBytes` is what the process takes after it. */
export type Outcome =
	| { kind: 'converted'; document: DocumentOutline; usedBytes: number }
	| { kind: 'summarized'; summary: DocumentSummary; usedBytes: number };

/** What a conversion process tells the service. */
export type Report =
	| { kind: 'progress'; done: number; total: number }
	/** Before `converted`: the Markdown of all pages in order. */
	| { kind: 'texts'; texts: PageText[] }
	| Outcome
	| { kind: 'failed'; code: DocumentFailureCode; message: string; usedBytes: number };
