import type { IDataObject } from 'n8n-workflow';
import { applyOnFailedExtraction, failedPartItems, type OutputItem } from '../items/outputItem';
import { pageNames } from '../items/fileName';
import { parseJsonText } from '../items/parameterValues';
import { toRows } from '../items/rows';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer, ResultCollection } from '../operations/operation';
import { toUnfinishedItem } from '../operations/jobOutput';
import { bodyField, bodyText, isRecord, readTexts } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';
import { crawlJobType, crawlPath } from './crawlJob';
import { describePages, readPageFlags, type ResultView } from './pageItems';

/** The page records of a crawl, which also include failed pages. */
export const crawlPagesCollection: ResultCollection = {
	request: (jobId) => ({ method: 'GET', path: `${crawlPath(jobId)}/pages`, expects: ['pages'] }),
	// The status body of a completed crawl holds its good pages; that of a cancelled one holds none.
	isOptional: (body) => Array.isArray(bodyField(body, 'result')),
};

/** As `ResultView`, with all pages in one item as a choice. */
export interface CrawlView extends Pick<
	ResultView,
	'rows' | 'isSimplified' | 'onFailedPage' | 'onFailedExtraction' | 'hasAnswers'
> {
	splitInto: 'page' | 'crawl' | 'row';
}

function recordsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isRecord).map((entry) => entry as IDataObject) : [];
}

/**
 * The pages of a crawl: the page records, which also include failed pages, else the result of the
 * status body, which only holds the others (`api/openapi.yaml`, GET /crawl/{jobId}).
 */
export function readPages({ body, collected }: JobAnswer): IDataObject[] {
	const records = recordsOf(bodyField(collected, 'pages'));
	return records.length > 0 ? records : recordsOf(bodyField(body, 'result'));
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
		...(error !== undefined && { errorMessage: explainReason(error) }),
	};
}

/** Why a page could not be crawled, under either name that the service has for it. */
function reasonOf(page: IDataObject): string | undefined {
	return bodyText(page, 'error_message') ?? bodyText(page, 'error');
}

/** Pages with the names for their files, of which no two are the same. */
function namePages(pages: readonly IDataObject[]): Array<{ page: IDataObject; name: string }> {
	const names = pageNames(pages.map(({ url }) => url));
	return pages.map((page, index) => ({ page, name: names[index] ?? '' }));
}

function isFailed({ status }: IDataObject): boolean {
	return status === 'failed';
}

/** A page that could not be crawled, with the names of its crawl and address. */
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

/** The rows of a page, simplified: its answer split up. */
function toRowItems(
	{ url, content, jobId }: IDataObject,
	page: IDataObject,
	{ rows }: CrawlView,
): OutputItem[] {
	const facts = { first: { url }, last: { ...readPageFlags(page), jobId } };
	return toRows(content, rows, facts).map((json) => ({ json }));
}

function toPageItems(
	jobId: string,
	{ page, name }: { page: IDataObject; name: string },
	view: CrawlView,
	isAlone: boolean,
): OutputItem[] {
	const isSimplified = view.isSimplified || view.splitInto === 'row';
	const json = { ...(isSimplified ? simplifyPage(page, view.hasAnswers, name) : page), jobId };
	if (!isFailed(page)) {
		const items = view.splitInto === 'row' ? toRowItems(json, page, view) : [{ json }];
		const ids = { url: page.url ?? null, jobId };
		return applyOnFailedExtraction(items, page, ids, view.onFailedExtraction);
	}
	return failedPartItems(json, failedPageError(jobId, page, isAlone), view.onFailedPage);
}

/** All pages in one item; it counts as a failure only if the user wants failed pages to be one. */
function toWholeItem(
	{ jobId, body }: JobAnswer,
	pages: readonly IDataObject[],
	view: CrawlView,
): OutputItem {
	const isKept = (page: IDataObject) =>
		isFailed(page)
			? view.onFailedPage !== 'leaveOut'
			: applyOnFailedExtraction([{ json: page }], page, {}, view.onFailedExtraction).length > 0;
	const shown = namePages(pages.filter(isKept)).map(({ page, name }) =>
		simplifyPage(page, view.hasAnswers, name),
	);
	const json = {
		jobId,
		jobStatus: bodyText(body, 'status') ?? null,
		pageCount: shown.length,
		pages: shown,
	};
	const failed = view.onFailedPage === 'fail' ? pages.find(isFailed) : undefined;
	if (failed) {
		const error = failedPageError(jobId, failed, pages.length === 1);
		return { json, failure: { error, isReturned: false } };
	}
	const unanswered = pages.flatMap((page) =>
		applyOnFailedExtraction(
			[{ json }],
			page,
			{ url: page.url ?? null, jobId },
			view.onFailedExtraction,
		),
	);
	return unanswered.find(({ failure }) => failure) ?? { json };
}

/** The items of a crawl: one per page, or one with all of them. */
export function toCrawlItems(answer: JobAnswer, view: CrawlView): OutputItem[] {
	const pages = readPages(answer).filter(({ status }) => status !== 'pending');
	if (view.splitInto === 'crawl') return [toWholeItem(answer, pages, view)];
	const isAlone = pages.length === 1;
	return namePages(pages).flatMap((page) => toPageItems(answer.jobId, page, view, isAlone));
}

/**
 * The items of a crawl whose time is over: the pages so far, or, while there are none, one that names
 * the job, so that its result can be got later.
 */
export function toUnfinishedCrawlItems(answer: JobAnswer, view: CrawlView): OutputItem[] {
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

/** What was answered over each page of a crawl. */
export function answersOfCrawl(answer: JobAnswer, { hasAnswers }: CrawlView): unknown[] {
	if (!hasAnswers) return [];
	return readPages(answer).map((page) => contentOf(page, true));
}

/** Things a user should notice about a crawl, in words. */
export function describeCrawl(answer: JobAnswer, view: CrawlView): string[] {
	const { body } = answer;
	const pages = readPages(answer);
	const seen = pages.map((page) => ({
		isFailed: isFailed(page),
		reason: reasonOf(page),
		flags: page,
		answer: page.status === 'success' ? contentOf(page, view.hasAnswers) : undefined,
	}));
	return [
		...describeEnd(body, pages.length),
		...describePages(seen, view, 'could not be crawled'),
		...readTexts(bodyField(body, 'schema_warnings')).map((warning) => `Schema: ${warning}`),
		...readTexts(bodyField(body, 'warnings')),
	];
}
