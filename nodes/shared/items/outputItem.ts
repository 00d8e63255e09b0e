import type { IDataObject } from 'n8n-workflow';
import { adviseOnPage } from '../jobs/pageAdvice';
import type { ByteStream } from '../transport/httpExchange';
import { WebDataError } from '../transport/webDataError';

/** A file for a binary field of an item: behind a signed link, a body still to be read, or a text. */
export type OutputFile = {
	field: string;
	fileName: string;
	mimeType: string;
} & ({ url: string } | { stream: ByteStream } | { text: string });

/** One item that an operation gives, before n8n's own structure is put around it. */
export interface OutputItem {
	json: IDataObject;
	/** The input item it answers; needed only when a job answers several. */
	itemIndex?: number;
	/** Its position among the items of its input item, if several jobs belong to that. Default: 0. */
	position?: number;
	files?: readonly OutputFile[];
	/**
	 * Set when only this part did not work, such as one address of a batch. Where it is returned, the JSON
	 * is its item; else it fails the node, or becomes an error item.
	 */
	failure?: { error: WebDataError; isReturned: boolean };
}

/** What the user chose for parts of a job that fail on their own. */
export type OnFailedPart = 'return' | 'leaveOut' | 'fail';

/**
 * The item of a part that did not work, as the user chose.
 * @param json what identifies it
 * @param ids of its job, behind the reason
 */
export function failedPartItems(
	json: IDataObject,
	error: WebDataError,
	onFailed: OnFailedPart,
	ids: IDataObject = {},
): OutputItem[] {
	if (onFailed === 'leaveOut') return [];
	const nextStep = adviseOnPage(error.message);
	const reason = {
		...json,
		success: false,
		errorMessage: error.message,
		...(nextStep !== undefined && { nextStep }),
		...ids,
	};
	const { message, description, details } = error;
	const advised =
		nextStep === undefined || description.includes(nextStep)
			? error
			: new WebDataError(message, `${nextStep} ${description}`, details);
	return [{ json: reason, failure: { error: advised, isReturned: onFailed === 'return' } }];
}

/** Screenshots as files of an item: fields `screenshot`, `screenshot_2`, … */
export function screenshotFiles(links: readonly string[]): OutputFile[] {
	return links.map((url, index) => {
		const field = index === 0 ? 'screenshot' : `screenshot_${index + 1}`;
		return { field, url, fileName: `${field}.png`, mimeType: 'image/png' };
	});
}

/** Flags of an answer (`api/openapi.yaml`, AiExtractionFailed and ExtractionEmpty). */
export interface ExtractionFlags {
	ai_extraction_failed?: unknown;
	extraction_empty?: unknown;
	warnings?: unknown;
}

/**
 * The items of an answer, as the user chose for answers in which nothing was found.
 * @param ids what identifies the page and its job, for the error
 */
export function applyOnFailedExtraction(
	items: OutputItem[],
	flags: ExtractionFlags,
	ids: IDataObject,
	onFailed: OnFailedPart,
): OutputItem[] {
	const { ai_extraction_failed: isFailed, extraction_empty: isEmpty, warnings } = flags;
	if (onFailed === 'return' || (isFailed !== true && isEmpty !== true)) return items;
	if (onFailed === 'leaveOut') return [];
	const [reason] = Array.isArray(warnings) ? warnings.map(String) : [];
	const message =
		isFailed === true
			? (reason ?? 'No answer could be extracted')
			: 'No value was found for any field';
	const error = new WebDataError(
		message,
		"The page itself was read. To get it, set 'On Failed Extraction' in Options to 'Return', or ask for other fields.",
		ids,
	);
	const [first = { json: ids }] = items;
	return [{ ...first, failure: { error, isReturned: false } }];
}
