import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../items/jsonParameter';
import { failedPartItems, type OnFailedPart, type OutputItem } from '../items/outputItem';
import { comparableUrl, pairResults, type Fit } from '../items/pairResults';
import { describeRows, toRows, type RowView } from '../items/rows';
import { screenshotFiles } from '../items/screenshotFiles';
import type { JobAnswer } from '../operations/operation';
import { WebDataError } from '../transport/webDataError';
import { readBatchEntries, type BatchEntry } from './batchJob';

export interface BatchView {
	isSimplified: boolean;
	/** One item per address, or per row of its answer. */
	splitInto: 'page' | 'row';
	rows: RowView;
	downloadScreenshots: boolean;
	onFailedPage: OnFailedPart;
	/** Whether content may be an answer as JSON; else it is Markdown, also where a page is JSON. */
	hasAnswers: boolean;
}

/** An address of a batch with the input items that asked for it. */
export interface RequestedUrl {
	url: string;
	itemIndexes: readonly number[];
}

/** Statuses of an address that will not get a result (any more). */
const FAILED = ['failed', 'cancelled'];

/** Why an address of a batch gave nothing, with the names of its job and batch. */
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

/** An address that was submitted, but is not in the answer. */
function missingEntryError(batchId: string, url: string): WebDataError {
	return new WebDataError(
		`The batch has no result for ${url}`,
		`Read batch ${batchId} again with the operation 'Get Result'.`,
		{ batchId, url },
	);
}

function withFiles(entry: BatchEntry, view: BatchView) {
	const { screenshotUrl } = entry;
	return view.downloadScreenshots && screenshotUrl
		? { files: screenshotFiles([screenshotUrl]) }
		: {};
}

/** Whether an address is still to be scraped. A result is one, whatever its status is called. */
function isPending({ status, result }: BatchEntry): boolean {
	return status === 'pending' || (status === 'running' && !result);
}

/** An address that is still to be scraped when the time for its batch is over. */
function pendingItem(batchId: string, { url, jobId, status }: BatchEntry): OutputItem {
	return { json: { batchId, ...(jobId && { jobId }), url: url ?? null, status, timedOut: true } };
}

/** The items of one address: its content, its rows, why it has none, or that it is to come. */
function toEntryItems(batchId: string, entry: BatchEntry, view: BatchView): OutputItem[] {
	const { url = null, jobId = null, screenshotUrl, status } = entry;
	if (FAILED.includes(status ?? '')) {
		const identity = { batchId, ...(jobId && { jobId }), url };
		return failedPartItems(identity, failedEntryError(batchId, entry), view.onFailedPage);
	}
	if (isPending(entry)) return [pendingItem(batchId, entry)];
	if (!view.isSimplified) {
		return [{ json: { batchId, ...(entry as IDataObject) }, ...withFiles(entry, view) }];
	}
	const result = entry.result ?? null;
	const content = view.hasAnswers ? parseJsonText(result) : result;
	if (view.splitInto === 'row') {
		const facts = { first: { url }, last: { ...(jobId && { jobId }), batchId } };
		return toRows(content, view.rows, facts).map((json, index) => ({
			json,
			...(index === 0 && withFiles(entry, view)),
		}));
	}
	const json = {
		batchId,
		jobId,
		url,
		success: true,
		content: content as IDataObject,
		...(screenshotUrl && { screenshotUrl }),
	};
	return [{ json, ...withFiles(entry, view) }];
}

/**
 * An entry with another address than any that was asked for stands in its place: the service names
 * where a redirect led to.
 */
function fitOf({ url }: BatchEntry, requested: RequestedUrl, isInPlace: boolean): Fit {
	if (url === undefined) return 'possible';
	if (comparableUrl(url) === comparableUrl(requested.url)) return 'named';
	return isInPlace ? 'possible' : 'other';
}

/** The items of a batch whose addresses are known, for every input item that asked for them. */
export function toRequestedItems(
	{ jobId: batchId, body }: JobAnswer,
	requested: readonly RequestedUrl[],
	view: BatchView,
): OutputItem[] {
	const entries = pairResults(requested, readBatchEntries(body), fitOf);
	return requested.flatMap(({ url, itemIndexes }, index) => {
		const entry = entries[index];
		const items = entry
			? toEntryItems(batchId, entry, view)
			: failedPartItems({ batchId, url }, missingEntryError(batchId, url), view.onFailedPage);
		return itemIndexes.flatMap((itemIndex) => items.map((item) => ({ ...item, itemIndex })));
	});
}

/** The items of a batch that was taken up by its ID. */
export function toBatchItems({ jobId: batchId, body }: JobAnswer, view: BatchView): OutputItem[] {
	return readBatchEntries(body).flatMap((entry) => toEntryItems(batchId, entry, view));
}

/** Tells of addresses that gave nothing, whose items stand among the good results, and of rows. */
export function describeBatch({ body }: JobAnswer, view: BatchView): string[] {
	const entries = readBatchEntries(body);
	const failed = entries.filter(({ status }) => FAILED.includes(status ?? '')).length;
	const isSplit = view.isSimplified && view.splitInto === 'row';
	const answers = isSplit ? entries.flatMap(({ result }) => result ?? []) : [];
	return [
		...(failed > 0 ? [`${failed} of ${entries.length} pages of a batch could not be scraped`] : []),
		...answers.flatMap((answer) => describeRows(parseJsonText(answer), view.rows)),
	];
}
