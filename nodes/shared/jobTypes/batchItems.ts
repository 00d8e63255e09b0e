import type { IDataObject } from 'n8n-workflow';
import { failedPartItems, type OutputItem } from '../items/outputItem';
import { parseJsonText } from '../items/parameterValues';
import { comparableUrl, pairResults, type Match } from '../items/pairResults';
import { sourcesOf } from '../items/valueSources';
import { readJobState } from '../jobs/jobType';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer, JobReport, PreparedJob } from '../operations/operation';
import type { PageReport } from '../operations/pageReports';
import { readTexts } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';
import { readBatchEntries, type BatchEntry } from './batchJob';
import {
	addressOf,
	describeListed,
	listOfPages,
	readListed,
	readPageFlags,
	reportPage,
	takeListed,
	toItems,
	type ResultView,
} from './pageItems';
import { forEachInputItem, type RequestedUrl } from './requestedUrl';

/** Whether an address will not get a result (any more). */
function isFailed({ status }: BatchEntry): boolean {
	return status === 'failed' || status === 'cancelled';
}

/**
 * An entry as what it is when its batch has ended: without content, or still to come, it has failed.
 * @param body the status of the batch
 */
function settle(entry: BatchEntry, body: unknown): BatchEntry {
	const hasResult = entry.result !== undefined && entry.result !== null;
	if (readJobState(body).name === 'running' || isFailed(entry) || hasResult) return entry;
	if (readListed(entry)) return entry;
	const { url = 'An address', status = 'unknown' } = entry;
	const error =
		status === 'completed'
			? `The answer has no content for ${url}`
			: `The batch has ended, but the status of ${url} is still '${status}'`;
	return { ...entry, status: 'failed', error };
}

/** The entries of a batch, each with its end if the batch has one. */
function readSettled(body: unknown): BatchEntry[] {
	return readBatchEntries(body).map((entry) => settle(entry, body));
}

function failedEntryError(
	batchId: string,
	{ url = '', jobId, error, status }: BatchEntry,
	isAlone: boolean,
) {
	const others = isAlone ? '' : `The other addresses of batch ${batchId} are not affected. `;
	return new WebDataError(
		error ? explainReason(error) : `${url} was not scraped`,
		`${others}The operation 'Retry' of the resource 'Batch' scrapes the failed ones again.`,
		{ batchId, url, ...(jobId && { jobId }), ...(status && { status }) },
	);
}

/**
 * The items of one address: its content, its rows, why it has none, or that it is to come.
 * @param isAsked whether the address was asked for, not the batch
 */
function toEntryItems(
	batchId: string,
	given: BatchEntry,
	givenView: ResultView,
	{ isAlone, isAsked = false }: { isAlone: boolean; isAsked?: boolean },
): OutputItem[] {
	const [entry, view] = takeListed(given, 'result', givenView);
	const { url = null, title = null, status, screenshotUrl, result = null } = entry;
	const job = entry.jobId ? { jobId: entry.jobId } : {};
	const ids = { ...job, batchId };
	if (isFailed(entry)) {
		const error = failedEntryError(batchId, entry, isAlone);
		return toItems({ raw: { url, ...ids }, head: { url }, ids, error }, view);
	}
	// A result is one, whatever its status is called.
	if (status === 'pending' || (status === 'running' && !result)) {
		return [{ json: { ...addressOf(url, view), status, timedOut: true, ...ids } }];
	}
	const content = view.hasAnswers ? parseJsonText(result) : result;
	return toItems(
		{
			raw: { ...(entry as IDataObject), batchId },
			head: { url, title, success: true },
			content,
			metadata: entry.metadata,
			anchors: entry.anchors,
			...sourcesOf(entry),
			added:
				typeof content === 'string' ? listOfPages([{ url, markdown: content }], view.lists) : {},
			facts: {
				...(screenshotUrl && { screenshotUrl }),
				...readPageFlags(entry),
			},
			// Whoever asked for an address gets the same columns, in a batch or not.
			ids: isAsked ? job : ids,
			flags: entry,
			screenshots: screenshotUrl ? [screenshotUrl] : [],
		},
		view,
	);
}

/** An entry with another address may be where a redirect led to. */
function matches({ url }: BatchEntry, requested: RequestedUrl): Match {
	return url !== undefined && comparableUrl(url) === comparableUrl(requested.url) ? 'yes' : 'maybe';
}

export function toRequestedItems(
	{ jobId: batchId, body }: JobAnswer,
	requested: readonly RequestedUrl[],
	view: ResultView,
): OutputItem[] {
	const found = readSettled(body);
	const entries = pairResults(requested, found, matches);
	return requested.flatMap(({ url, positions }, index) => {
		const entry = entries[index];
		if (entry) {
			const items = toEntryItems(batchId, entry, view, {
				isAlone: found.length === 1,
				isAsked: true,
			});
			return forEachInputItem(items, positions);
		}
		const missing = new WebDataError(
			`The batch has no result for ${url}`,
			`Read batch ${batchId} again with the operation 'Get Result'.`,
			{ batchId, url },
		);
		return forEachInputItem(
			failedPartItems(addressOf(url, view), missing, view.onFailedPart, { batchId }),
			positions,
		);
	});
}

/** What a batch cost; absent unless that is known of each of its addresses. */
export function creditsOfBatch({ body }: JobAnswer, addresses: number): { credits?: number } {
	const credits = readBatchEntries(body).map(({ creditsUsed }) => creditsUsed);
	const known = credits.filter((used) => typeof used === 'number');
	return known.length === addresses ? { credits: known.reduce((sum, used) => sum + used, 0) } : {};
}

/** The items of an earlier batch, whose addresses are not known. */
export function toBatchItems({ jobId: batchId, body }: JobAnswer, view: ResultView): OutputItem[] {
	const entries = readSettled(body);
	const isAlone = entries.length === 1;
	return entries.flatMap((entry) => toEntryItems(batchId, entry, view, { isAlone }));
}

function reportEntry(entry: BatchEntry, view: ResultView): PageReport {
	const failure = isFailed(entry) ? (entry.error ?? '') : undefined;
	// Entries of a list that are taken as the answer need no advice on rows.
	const isTaken = takeListed(entry, 'result', view)[0] !== entry;
	const answer = isTaken ? undefined : parseJsonText(entry.result ?? undefined);
	const flags = isTaken ? { url: entry.url } : entry;
	return reportPage({ failure, flags, answer }, view);
}

/** What a run has to say about a batch. */
export function reportBatch({ body }: JobAnswer, view: ResultView): JobReport {
	const entries = readSettled(body);
	const warnings = new Set(entries.flatMap((entry) => readTexts(entry.warnings)));
	const answers = entries.flatMap(
		(entry) => readListed(entry)?.entries ?? [parseJsonText(entry.result)],
	);
	return {
		pages: entries.map((entry) => reportEntry(entry, view)),
		hints: [...describeListed(entries, view), ...warnings],
		answers: view.hasAnswers ? answers : [],
	};
}

/** The part of a prepared job that makes items of a batch whose addresses are not known. */
export function showEarlierBatch(
	view: ResultView,
): Pick<PreparedJob, 'toItems' | 'toUnfinishedItems' | 'report'> {
	const toItems = (answer: JobAnswer) => toBatchItems(answer, view);
	return { toItems, toUnfinishedItems: toItems, report: (answer) => reportBatch(answer, view) };
}
