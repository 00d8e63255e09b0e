import type { IDataObject } from 'n8n-workflow';
import type { OutputItem } from '../items/outputItem';
import { pageNames } from '../items/fileName';
import { parseJsonText } from '../items/parameterValues';
import { sourcesOf } from '../items/valueSources';
import { readJobState } from '../jobs/jobType';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer, JobReport, ResultCollection } from '../operations/operation';
import { toUnfinishedItem } from '../operations/jobOutput';
import type { PageReport } from '../operations/pageReports';
import { bodyField, bodyText, readRecords, readTexts } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';
import { crawlJobType, crawlPath } from './crawlJob';
import { readPageFlags, reportPage, toItems, type ResultView } from './pageItems';

export const crawlPagesCollection: ResultCollection = {
	request: (jobId) => ({
		method: 'GET',
		path: `${crawlPath(jobId)}/pages`,
		id: jobId,
		expects: ['pages'],
	}),
	// The status body of a completed crawl contains its good pages; that of a cancelled one contains none.
	isOptional: (body) => Array.isArray(bodyField(body, 'result')),
};

/**
 * The pages of a crawl: the page records, which also include failed pages, else the result of the
 * status body, which only contains the others (`api/openapi.yaml`, GET /crawl/{jobId}).
 */
export function readPages({ body, collected }: JobAnswer): IDataObject[] {
	const records = readRecords(bodyField(collected, 'pages'));
	// A comparison may leave out every page.
	const isCollected = records.length > 0 || isCompared(collected);
	const found = isCollected ? records : readRecords(bodyField(body, 'result'));
	const pages = found as IDataObject[];
	return readJobState(body).name === 'completed' ? pages.map(settle) : pages;
}

/** Whether the pages of a crawl were compared with those of an earlier one. */
function isCompared(collected: unknown): boolean {
	return bodyField(collected, 'comparison') !== undefined;
}

/**
 * A page as what it is when its crawl is complete: read without content, it has failed. One that is
 * pending was not opened, because the crawl had its pages.
 */
function settle(page: IDataObject): IDataObject {
	const { status, data } = page;
	if (status !== 'success' || (data !== undefined && data !== null)) return page;
	const reason = 'The answer has no content for this page';
	return { ...page, status: 'failed', error_message: reason };
}

/** The answer over a page as JSON where there is one, else its Markdown; null when it has none. */
function contentOf({ data }: IDataObject, hasAnswers: boolean): unknown {
	return hasAnswers ? parseJsonText(data ?? null) : (data ?? null);
}

/**
 * A page with the names that scraped pages have, whichever way the service spells its links. A page
 * that is still to come has its status instead of `success`.
 * @param name for a file with the page's content, without an ending; none is given where it is absent
 */
export function simplifyPage(page: IDataObject, hasAnswers = true, name?: string): IDataObject {
	const error = reasonOf(page);
	const { status } = page;
	// A page that could not be read has no text, also where the service sends an empty one.
	const orNull = (text: unknown) => (isFailed(page) && text === '' ? null : (text ?? null));
	const content = orNull(contentOf(page, hasAnswers)) as IDataObject | string | null;
	const ending = typeof content === 'string' ? 'md' : 'json';
	const hasEnded = status === 'success' || status === 'failed';
	return {
		url: page.url ?? null,
		title: orNull(page.title) as string | null,
		content,
		...(hasEnded ? { success: status === 'success' } : { status: status ?? null }),
		markdownUrl: page.markdown ?? page.markdown_url ?? null,
		htmlUrl: page.html ?? page.html_url ?? null,
		...(name !== undefined && content !== null && { fileName: `${name}.${ending}` }),
		...readPageFlags(page),
		...readChange(page),
		...(error !== undefined && { errorMessage: explainReason(error) }),
	};
}

/** What became of a page since the crawl that it was compared with; nothing where it was not compared. */
function readChange({ change, changePercent }: IDataObject): IDataObject {
	return change === undefined ? {} : { change, changePercent };
}

/** Why a page could not be crawled, under either name that the service has for it. */
function reasonOf(page: IDataObject): string | undefined {
	return bodyText(page, 'error_message') ?? bodyText(page, 'error');
}

function isFailed({ status }: IDataObject): boolean {
	return status === 'failed';
}

function isOpened({ status }: IDataObject): boolean {
	return status !== 'pending';
}

function failedPageError(jobId: string, page: IDataObject, isAlone: boolean): WebDataError {
	const url = bodyText(page, 'url');
	const reason = reasonOf(page);
	return new WebDataError(
		reason === undefined ? `${url ?? 'A page'} could not be crawled` : explainReason(reason),
		isAlone
			? `The page of crawl ${jobId} is not charged.`
			: `The other pages of crawl ${jobId} are not affected. The page is not charged.`,
		{ jobId, ...(url !== undefined && { url }), status: 'failed' },
	);
}

/** @param page with the name for a file with its content */
function toPageItems(
	{ jobId }: JobAnswer,
	{ page, name, isAlone }: { page: IDataObject; name: string; isAlone: boolean },
	view: ResultView,
): OutputItem[] {
	const { url, title, content, ...details } = simplifyPage(page, view.hasAnswers, name);
	const error = isFailed(page) ? failedPageError(jobId, page, isAlone) : undefined;
	const head = { url, title };
	const facts = { ...readPageFlags(page), ...readChange(page) };
	const raw = { ...page, jobId };
	const { metadata, anchors } = page;
	const shown = {
		raw,
		head,
		content,
		metadata,
		anchors,
		...sourcesOf(page),
		details,
		facts,
		ids: { jobId },
		error,
		flags: page,
	};
	return toItems(shown, view);
}

/** Pages with the names for their files, of which no two are the same. */
function namePages(pages: readonly IDataObject[]) {
	const names = pageNames(pages.map(({ url }) => url));
	const isAlone = pages.length === 1;
	return pages.map((page, index) => ({ page, name: names[index] ?? '', isAlone }));
}

/** The items of a crawl: one per page or row. */
export function toCrawlItems(answer: JobAnswer, view: ResultView): OutputItem[] {
	const pages = namePages(readPages(answer).filter(isOpened));
	return pages.flatMap((named) => toPageItems(answer, named, view));
}

/**
 * The items of a crawl whose time is over: the pages so far, or, while there are none, one that names
 * the job, so that its result can be got later.
 */
export function toUnfinishedCrawlItems(answer: JobAnswer, view: ResultView): OutputItem[] {
	const items = toCrawlItems(answer, view);
	if (items.length > 0) {
		return items.map((item) => ({ ...item, json: { ...item.json, timedOut: true } }));
	}
	const { jobId, body } = answer;
	return [toUnfinishedItem(crawlJobType, { type: 'unfinished', jobId, body, isTimedOut: true })];
}

function describeEnd(body: unknown, pageCount: number): string[] {
	if (bodyText(body, 'status') === 'cancelled') {
		return pageCount === 0
			? ['The crawl was cancelled before any page was finished']
			: ['The crawl was cancelled: these are the pages that were finished by then'];
	}
	if (pageCount > 0) return [];
	return ['The crawl found no pages: check the crawl instruction and the scope'];
}

function reportCrawledPage(page: IDataObject, view: ResultView): PageReport {
	const failure = isFailed(page) ? (reasonOf(page) ?? '') : undefined;
	const answer = page.status === 'success' ? contentOf(page, view.hasAnswers) : undefined;
	return reportPage({ failure, flags: page, answer }, view);
}

/** What a run has to say about a crawl. */
export function reportCrawl(answer: JobAnswer, view: ResultView): JobReport {
	const { body, collected } = answer;
	const pages = readPages(answer).filter(isOpened);
	const expected = readTexts(bodyField(body, 'expectedWarnings'));
	return {
		pages: pages.map((page) => reportCrawledPage(page, view)),
		hints: [
			...(isCompared(collected) ? [] : describeEnd(body, pages.length)),
			...readTexts(bodyField(body, 'schema_warnings')).map((warning) => `Schema: ${warning}`),
			...readTexts(bodyField(body, 'warnings')).filter((warning) => !expected.includes(warning)),
		],
		// How it differs from the previous one, and what it left out.
		notes: [...readTexts(bodyField(collected, 'comparison')), ...expected],
		answers: view.hasAnswers ? readPages(answer).map((page) => contentOf(page, true)) : [],
	};
}
