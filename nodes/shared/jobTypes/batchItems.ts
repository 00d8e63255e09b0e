import type { IDataObject } from 'n8n-workflow';
import { applyOnFailedExtraction, failedPartItems, type OutputItem } from '../items/outputItem';
import { parseJsonText } from '../items/parameterValues';
import { comparableUrl, pairResults, type Match } from '../items/pairResults';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer, PreparedJob, Totals } from '../operations/operation';
import { readTexts } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';
import { readBatchEntries, type BatchEntry } from './batchJob';
import {
	describeListed,
	readListed,
	takeListed,
	describePages,
	readPageFlags,
	filesOf,
	toPageItems,
	listOfPages,
	type ResultView,
} from './pageItems';
import { forEachInputItem, type RequestedUrl } from './requestedUrl';

/** Statuses of an address that will not get a result (any more). */
const FAILED = ['failed', 'cancelled'];

/** Why an address of a batch gave nothing, with the names of its job and batch. */
function failedEntryError(
	batchId: string,
	{ url = '', jobId, error, status }: BatchEntry,
	isAlone: boolean,
) {
	const others = isAlone ? '' : `The other addresses of batch ${batchId} are not affected. `;
	return new WebDataError(
		error ? explainReason(error) : `${url} was not scraped`,
		`${others}The operation 'Retry' of the resource 'Batch' scrapes the failed ones again.`,
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

/** Whether an address is still to be scraped. A result is one, whatever its status is called. */
function isPending({ status, result }: BatchEntry): boolean {
	return status === 'pending' || (status === 'running' && !result);
}

/** The IDs under which the page of an entry is found again. */
function idsOf(batchId: string, { jobId }: BatchEntry): IDataObject {
	return { ...(jobId && { jobId }), batchId };
}

/** An address that is still to be scraped when the time for its batch is over. */
function pendingItem(batchId: string, entry: BatchEntry): OutputItem {
	const { url = null, status } = entry;
	return { json: { url, status, timedOut: true, ...idsOf(batchId, entry) } };
}

/** The items of one address: its content, its rows, why it has none, or that it is to come. */
function toEntryItems(
	batchId: string,
	given: BatchEntry,
	givenView: ResultView,
	isAlone: boolean,
): OutputItem[] {
	const [entry, view] = takeListed(given, 'result', givenView);
	const { url = null, status } = entry;
	const ids = idsOf(batchId, entry);
	if (FAILED.includes(status ?? '')) {
		const error = failedEntryError(batchId, entry, isAlone);
		return failedPartItems({ url }, error, view.onFailedPage, ids);
	}
	if (isPending(entry)) return [pendingItem(batchId, entry)];
	return applyOnFailedExtraction(
		toResultItems(batchId, entry, view),
		entry,
		{ url, ...ids },
		view.onFailedExtraction,
	);
}

/** The items of an address that has a result. */
function toResultItems(batchId: string, entry: BatchEntry, view: ResultView): OutputItem[] {
	const { url = null, title = null, screenshotUrl, creditsUsed, result = null } = entry;
	const screenshots = screenshotUrl ? [screenshotUrl] : [];
	if (!view.isSimplified) {
		return [{ json: { ...(entry as IDataObject), batchId }, ...filesOf(screenshots, view) }];
	}
	const content = view.hasAnswers ? parseJsonText(result) : result;
	const isMarkdown = typeof content === 'string';
	const page = {
		url,
		title,
		content,
		answer: content,
		details: isMarkdown ? listOfPages([{ url, markdown: content }], view.lists) : {},
		about: { ...(screenshotUrl && { screenshotUrl }), ...readPageFlags(entry) },
		facts: {
			creditsUsed: typeof creditsUsed === 'number' ? creditsUsed : null,
			...idsOf(batchId, entry),
		},
		screenshots,
	};
	return toPageItems(page, view);
}

/** An entry with another address may be where a redirect led to. */
function matches({ url }: BatchEntry, requested: RequestedUrl): Match {
	return url !== undefined && comparableUrl(url) === comparableUrl(requested.url) ? 'yes' : 'maybe';
}

/** The items of a batch whose addresses are known, for every input item that asked for them. */
export function toRequestedItems(
	{ jobId: batchId, body }: JobAnswer,
	requested: readonly RequestedUrl[],
	view: ResultView,
): OutputItem[] {
	const found = readBatchEntries(body);
	const entries = pairResults(requested, found, matches);
	return requested.flatMap(({ url, positions }, index) => {
		const entry = entries[index];
		const items = entry
			? toEntryItems(batchId, entry, view, found.length === 1)
			: failedPartItems({ url }, missingEntryError(batchId, url), view.onFailedPage, { batchId });
		return forEachInputItem(items, positions);
	});
}

/** What was answered over each page of a batch. */
export function answersOfBatch({ body }: JobAnswer): unknown[] {
	return readBatchEntries(body).flatMap(
		(entry) => readListed(entry)?.entries ?? [parseJsonText(entry.result)],
	);
}

/** What a batch came to. */
export function totalsOfBatch({ body }: JobAnswer, addresses: number): Totals {
	const credits = readBatchEntries(body).map(({ creditsUsed }) => creditsUsed);
	const known = credits.filter((used) => typeof used === 'number');
	return {
		addresses,
		...(known.length === addresses && { credits: known.reduce((sum, used) => sum + used, 0) }),
	};
}

/** The items of an earlier batch, whose addresses are not known. */
export function toBatchItems({ jobId: batchId, body }: JobAnswer, view: ResultView): OutputItem[] {
	const entries = readBatchEntries(body);
	return entries.flatMap((entry) => toEntryItems(batchId, entry, view, entries.length === 1));
}

/** Reports addresses that gave nothing, whose items stand among the good results, and of rows. */
export function describeBatch({ body }: JobAnswer, view: ResultView): string[] {
	const entries = readBatchEntries(body);
	const pages = entries.map((entry) => ({
		isFailed: FAILED.includes(entry.status ?? ''),
		reason: entry.error ?? undefined,
		flags: entry,
		answer: view.isSimplified ? parseJsonText(entry.result ?? undefined) : undefined,
	}));
	return [
		...describePages(pages, view, 'of a batch could not be scraped'),
		...new Set(entries.flatMap(({ warnings }) => readTexts(warnings))),
		...describeListed(entries, view),
	];
}

/** The part of a prepared job that makes items of a batch whose addresses are not known. */
export function showEarlierBatch(
	view: ResultView,
): Pick<PreparedJob, 'toItems' | 'toUnfinishedItems' | 'toHints' | 'toAnswers'> {
	const toItems = (answer: JobAnswer) => toBatchItems(answer, view);
	return {
		toItems,
		toUnfinishedItems: toItems,
		toHints: (answer) => describeBatch(answer, view),
		toAnswers: answersOfBatch,
	};
}
