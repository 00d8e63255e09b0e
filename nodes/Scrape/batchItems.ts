import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../shared/items/jsonParameter';
import type { OutputItem } from '../shared/items/outputItem';
import { identifyRow, toRows } from '../shared/items/rows';
import { WebDataError } from '../shared/transport/webDataError';
import type { BatchEntry } from './batchJob';
import { screenshotFiles } from '../shared/items/screenshotFiles';

export interface BatchView {
	isSimplified: boolean;
	/** One item per address, or per row of its answer. */
	splitInto: 'page' | 'row';
	downloadScreenshots: boolean;
}

/** An address of a batch that gave nothing, as an error item that still names its job. */
function failedEntryError(batchId: string, { url = '', jobId, error, status }: BatchEntry) {
	return new WebDataError(
		error ?? `${url} was not scraped`,
		`The other addresses of batch ${batchId} are not affected. The operation 'Retry' of the resource 'Batch' scrapes the failed ones again.`,
		{
			batchId,
			url,
			...(jobId && { jobId }),
			...(status && { status }),
		},
	);
}

function withFiles(entry: BatchEntry, view: BatchView) {
	const { screenshotUrl } = entry;
	return view.downloadScreenshots && screenshotUrl
		? { files: screenshotFiles([screenshotUrl]) }
		: {};
}

/** The items of one address: its content, its rows, or an error item. */
export function toBatchEntryItems(
	batchId: string,
	entry: BatchEntry,
	view: BatchView,
): OutputItem[] {
	if (entry.status === 'failed' || entry.status === 'cancelled') {
		return [{ json: {}, error: failedEntryError(batchId, entry) }];
	}
	if (!view.isSimplified) {
		return [{ json: { batchId, ...(entry as IDataObject) }, ...withFiles(entry, view) }];
	}
	const { url = null, jobId = null, screenshotUrl } = entry;
	const content = parseJsonText(entry.result ?? null);
	if (view.splitInto === 'row') {
		return toRows(content).map((row, index) => ({
			json: identifyRow({ batchId, url }, row),
			...(index === 0 && withFiles(entry, view)),
		}));
	}
	const json = {
		batchId,
		jobId,
		url,
		content: content as IDataObject,
		...(screenshotUrl && { screenshotUrl }),
	};
	return [{ json, ...withFiles(entry, view) }];
}

/** Tells of addresses that gave nothing, whose error items stand among the good results. */
export function describeBatch(entries: readonly BatchEntry[]): string[] {
	const failed = entries.filter(({ status }) => status === 'failed').length;
	return failed > 0 ? [`${failed} of ${entries.length} pages of a batch could not be scraped`] : [];
}
