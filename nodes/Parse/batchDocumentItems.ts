import type { OutputItem } from '../shared/items/outputItem';
import { failedDocumentError, toParseItems, type ParseView } from './parseItems';
import type { ParseJob } from './parseJob';

/** The items of one document of a batch, or an error item when it could not be read. */
export function toBatchDocumentItems(
	batchId: string,
	document: ParseJob,
	view: ParseView,
): OutputItem[] {
	if (document.status === 'failed') {
		return [{ json: {}, error: failedDocumentError(batchId, document) }];
	}
	return toParseItems(document, view).map((item) => ({
		...item,
		json: { batchId, ...item.json },
	}));
}
