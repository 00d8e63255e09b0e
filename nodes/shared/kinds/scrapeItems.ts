import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../items/bodyJson';
import { parseJsonText } from '../items/jsonParameter';
import {
	failedPartItems,
	type OnFailedPart,
	type OutputFile,
	type OutputItem,
} from '../items/outputItem';
import { describeRows, toRows, type RowView } from '../items/rows';
import type { JobAnswer } from '../operations/operation';
import { screenshotFiles } from '../items/screenshotFiles';
import { WebDataError } from '../transport/webDataError';
import { asScrapeJob, type ScrapeJob } from './scrapeJob';

type Page = NonNullable<NonNullable<ScrapeJob['result']>['data']>[number];

/** What one output item stands for. */
export type SplitInto = 'job' | 'page' | 'row';

export interface ScrapeView {
	splitInto: SplitInto;
	rows: RowView;
	downloadScreenshots: boolean;
	onFailedPage: OnFailedPart;
}

/** What a result says about the quality of its answer; only what is worth noticing. */
function readAnswerFlags({ result, schema_warnings: warnings }: ScrapeJob): IDataObject {
	return {
		...(result?.ai_extraction_failed && { ai_extraction_failed: true }),
		...(result?.extraction_empty && { extraction_empty: true }),
		...(warnings && warnings.length > 0 && { schema_warnings: warnings }),
	};
}

/** What a result says about its own quality; only what is worth noticing. */
function readFlags(job: ScrapeJob): IDataObject {
	const hasLowContent = job.result?.data?.some(({ lowContent }) => lowContent) === true;
	return { ...(hasLowContent && { lowContent: true }), ...readAnswerFlags(job) };
}

function summarizePage({ url, title, success, lowContent, error }: Page): IDataObject {
	return { url, title, success, lowContent, ...(error && { errorMessage: error }) };
}

function linksOf(job: ScrapeJob): string[] {
	const { screenshots = [], data = [] } = job.result ?? {};
	const ofPages = data.flatMap(({ screenshotUrl }) => screenshotUrl ?? []);
	return ofPages.length > 0 ? ofPages : screenshots;
}

function withFiles(links: readonly string[], view: ScrapeView): { files?: readonly OutputFile[] } {
	return view.downloadScreenshots && links.length > 0 ? { files: screenshotFiles(links) } : {};
}

/**
 * Whether a content is the Markdown of its pages and no answer of the AI. Nothing in the result says
 * so; but then it holds the text of every page.
 */
function isPageMarkdown(content: string, pages: readonly Page[]): boolean {
	const texts = pages.flatMap(({ markdownContent }) => markdownContent?.trim() || []);
	return texts.length > 0 && texts.every((text) => content.includes(text));
}

/** The answer of the AI over all pages, JSON as such; undefined when there is none. */
function readAnswer({ result }: ScrapeJob): unknown {
	const content = result?.content ?? undefined;
	if (typeof content !== 'string') return content;
	const isRaw =
		result?.ai_extraction_failed === true || isPageMarkdown(content, result?.data ?? []);
	return isRaw ? undefined : parseJsonText(content);
}

/** The content of a job: its answer, else the Markdown. A page that is JSON stays text. */
function readContent(job: ScrapeJob): unknown {
	return readAnswer(job) ?? job.result?.content ?? null;
}

function toJobItem({ jobId }: JobAnswer, job: ScrapeJob, view: ScrapeView): OutputItem {
	const pages = job.result?.data ?? [];
	const links = linksOf(job);
	const [first] = pages;
	return {
		json: {
			jobId,
			url: first?.url ?? null,
			title: first?.title ?? null,
			content: readContent(job) as IDataObject,
			...(pages.length > 1 && { pages: pages.map(summarizePage) }),
			...(links.length > 0 && { screenshots: links }),
			...readFlags(job),
		},
		...withFiles(links, view),
	};
}

/**
 * A page with its own Markdown. The answer, which is given once over all pages of the job, stands on
 * each: it was paid for.
 */
function toPageItems(jobId: string, job: ScrapeJob, page: Page, view: ScrapeView): OutputItem[] {
	const { url, title, markdownContent, success, lowContent, screenshotUrl, error } = page;
	const answer = readAnswer(job);
	const json = {
		jobId,
		url,
		title,
		content: markdownContent,
		...(answer !== undefined && { answer: answer as IDataObject }),
		success,
		...readAnswerFlags(job),
		...(lowContent && { lowContent }),
		...(error && { errorMessage: error }),
		...(screenshotUrl && { screenshotUrl }),
	};
	if (isFailed(page)) return failedPartItems(json, failedPageError(jobId, page), view.onFailedPage);
	return [{ json, ...withFiles(screenshotUrl ? [screenshotUrl] : [], view) }];
}

function isFailed({ success }: Page): boolean {
	return success === false;
}

/** A page of a job that could not be read, with the names of its job and address. */
function failedPageError(jobId: string, { url, error }: Page): WebDataError {
	return new WebDataError(
		error || `${url} could not be read`,
		`The other pages of scrape job ${jobId} are not affected.`,
		{ jobId, url, status: 'failed' },
	);
}

/** Items that stand for all pages of a job: failures when the user wants failed pages to be one. */
function failForPages(
	items: OutputItem[],
	{ jobId, body }: JobAnswer,
	{ onFailedPage }: ScrapeView,
): OutputItem[] {
	const failed = asScrapeJob(body).result?.data?.find(isFailed);
	if (onFailedPage !== 'fail' || !failed) return items;
	const failure = { error: failedPageError(jobId, failed), isReturned: false };
	return items.slice(0, 1).map((item) => ({ ...item, failure }));
}

function toRowItems({ jobId }: JobAnswer, job: ScrapeJob, view: ScrapeView): OutputItem[] {
	const urls = (job.result?.data ?? []).map(({ url }) => url);
	const facts = {
		first: { ...(urls.length > 0 && { url: urls.join(', ') }) },
		last: { ...readFlags(job), jobId },
	};
	return toRows(parseJsonText(job.result?.content), view.rows, facts).map((json, index) => ({
		json,
		...(index === 0 && withFiles(linksOf(job), view)),
	}));
}

/** The simplified items of a completed scrape job; at least one unless its rows are none. */
export function toScrapeItems(answer: JobAnswer, view: ScrapeView): OutputItem[] {
	const job = asScrapeJob(answer.body);
	if (view.splitInto === 'row') return failForPages(toRowItems(answer, job, view), answer, view);
	const pages = job.result?.data ?? [];
	return view.splitInto === 'page' && pages.length > 0
		? pages.flatMap((page) => toPageItems(answer.jobId, job, page, view))
		: failForPages([toJobItem(answer, job, view)], answer, view);
}

/** The status body as the service sent it, with the job ID. */
export function toRawScrapeItems(answer: JobAnswer, view: ScrapeView): OutputItem[] {
	const item = {
		json: { ...bodyJson(answer.body), jobId: answer.jobId },
		...withFiles(linksOf(asScrapeJob(answer.body)), view),
	};
	return failForPages([item], answer, view);
}

/** Things a user should notice about a result, in words. */
export function describeScrapeFlags({ body }: JobAnswer): string[] {
	const job = asScrapeJob(body);
	const flags = readFlags(job);
	return [
		...(flags.lowContent
			? ['A page gave very little text: it may show a bot check, a cookie wall or a dead link']
			: []),
		...(flags.ai_extraction_failed
			? ['The AI gave no answer, so the content is the raw Markdown of the page']
			: []),
		...(flags.extraction_empty ? ['The AI found no value for any field'] : []),
		...(job.schema_warnings ?? []).map((warning) => `Schema: ${warning}`),
		...(job.result?.warnings ?? []),
	];
}

/** Where the rows of an answer were found, or why there are none; nothing when it is not split. */
export function describeScrapeRows({ body }: JobAnswer, view: ScrapeView): string[] {
	if (view.splitInto !== 'row') return [];
	return describeRows(parseJsonText(asScrapeJob(body).result?.content), view.rows);
}
