import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../shared/items/jsonParameter';
import type { OutputItem } from '../shared/items/outputItem';
import type { JobAnswer } from '../shared/operations/operation';
import { toUnfinishedItem } from '../shared/operations/unfinishedItem';
import { bodyField, bodyText, isRecord } from '../shared/transport/serviceBody';
import { crawlJobKind } from './crawlJob';

export interface CrawlView {
	/** What one output item stands for. */
	splitInto: 'page' | 'crawl';
	isSimplified: boolean;
	includeFailedPages: boolean;
}

function recordsOf(value: unknown): IDataObject[] {
	return Array.isArray(value) ? value.filter(isRecord).map((entry) => entry as IDataObject) : [];
}

/**
 * The pages of a crawl: the page records, which also tell of failed pages, else the result of the
 * status body, which only holds the others (reference, Crawl status).
 */
export function readPages({ body, collected }: JobAnswer): IDataObject[] {
	const records = recordsOf(bodyField(collected, 'pages'));
	return records.length > 0 ? records : recordsOf(bodyField(body, 'result'));
}

/** A page with the names of the API's crawl result, whichever way the service spells its links. */
export function simplifyPage(page: IDataObject): IDataObject {
	const error = bodyText(page, 'error_message');
	return {
		url: page.url ?? null,
		title: page.title ?? null,
		status: page.status ?? null,
		data: parseJsonText(page.data ?? null) as IDataObject,
		html: page.html ?? page.html_url ?? null,
		markdown: page.markdown ?? page.markdown_url ?? null,
		...(page.ai_extraction_failed === true && { ai_extraction_failed: true }),
		...(error !== undefined && { errorMessage: error }),
	};
}

function isShown(page: IDataObject, { includeFailedPages }: CrawlView): boolean {
	return page.status !== 'pending' && (includeFailedPages || page.status !== 'failed');
}

/** The items of a crawl: one per page, or one with all of them. */
export function toCrawlItems(answer: JobAnswer, view: CrawlView): OutputItem[] {
	const { jobId, body } = answer;
	const shown = readPages(answer)
		.filter((page) => isShown(page, view))
		.map((page) => (view.isSimplified ? simplifyPage(page) : page));
	if (view.splitInto === 'page') return shown.map((page) => ({ json: { jobId, ...page } }));
	const status = bodyText(body, 'status') ?? null;
	return [{ json: { jobId, status, pageCount: shown.length, pages: shown } }];
}

/**
 * The items of a crawl whose time is over: the pages so far, or, while there are none, one that names
 * the job, so that it can be taken up.
 */
export function toUnfinishedCrawlItems(answer: JobAnswer, view: CrawlView): OutputItem[] {
	const items = toCrawlItems(answer, view);
	if (items.length > 0) {
		return items.map((item) => ({ ...item, json: { ...item.json, timedOut: true } }));
	}
	const state = crawlJobKind.readState(answer.body);
	return [toUnfinishedItem(crawlJobKind, answer.jobId, state, true)];
}

function textsOf(body: unknown, field: string): string[] {
	const texts = bodyField(body, field);
	return Array.isArray(texts) ? texts.map(String) : [];
}

function describeEnd(body: unknown, pageCount: number): string[] {
	if (bodyText(body, 'status') === 'cancelled') {
		return pageCount === 0
			? ['The crawl was cancelled before a page was done']
			: ['The crawl was cancelled: these are the pages that were done until then'];
	}
	if (pageCount > 0) return [];
	return ['The crawl found no pages: check the crawl instruction and the scope'];
}

/** Things a user should notice about a crawl, in words. */
export function describeCrawl(answer: JobAnswer): string[] {
	const { body } = answer;
	const pages = readPages(answer);
	const failed = pages.filter(({ status }) => status === 'failed').length;
	const unanswered = pages.filter((page) => page.ai_extraction_failed === true).length;
	return [
		...describeEnd(body, pages.length),
		...(failed > 0 ? [`${failed} of ${pages.length} pages could not be crawled`] : []),
		...(unanswered > 0
			? [`${unanswered} of ${pages.length} pages gave no answer, so their data is raw Markdown`]
			: []),
		...textsOf(body, 'schema_warnings').map((warning) => `Schema: ${warning}`),
		...textsOf(body, 'warnings'),
	];
}
