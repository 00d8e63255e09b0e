import type { IDataObject } from 'n8n-workflow';
import { WebDataError } from '../transport/webDataError';
import type { OnFailedPart, OutputItem } from './outputItem';

/**
 * The items of an answer, as the user chose for answers in which nothing was found.
 * @param flags of the page's answer (`api/openapi.yaml`, AiExtractionFailed and ExtractionEmpty)
 * @param ids what identifies the page and its job, for the error
 */
export function applyOnFailedExtraction(
	items: OutputItem[],
	flags: { ai_extraction_failed?: unknown; extraction_empty?: unknown; warnings?: unknown },
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
		"The page was read, though. To get it, set 'On Failed Extraction' in Options to 'Return', or ask for other fields.",
		ids,
	);
	const [first = { json: ids }] = items;
	return [{ ...first, failure: { error, isReturned: false } }];
}
