import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../items/records';
import { parseJsonText } from '../items/parameterValues';
import { failedPartItems, type OutputItem, applyOnFailedExtraction } from '../items/outputItem';
import { describeRows, describeUnsplit } from '../items/rows';
import { failedJobError } from '../jobs/jobError';
import { readJobState } from '../jobs/jobType';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer } from '../operations/operation';
import { WebDataError } from '../transport/webDataError';
import {
	describeListed,
	takeListed,
	filesOf,
	toPageItems,
	type ReadPage,
	listOfPages,
	type ResultView,
} from './pageItems';
import { inputItemsOf, forEachInputItem, type RequestedUrl } from './requestedUrl';
import { readAnswer, readAnswerFlags, readContent } from './scrapeAnswer';
import { asScrapeJob, scrapeJobType, type ScrapeJob } from './scrapeJob';

type Page = ScrapeJob['result']['data'][number];

/** What a result says about its own quality; only what is worth noticing. */
function readFlags(job: ScrapeJob): IDataObject {
	const hasLowContent = job.result.data.some(({ lowContent }) => lowContent);
	return { ...(hasLowContent && { lowContent: true }), ...readAnswerFlags(job) };
}

/** The title and text of a page; null where a page that could not be read has none. */
function textsOf(page: Page): { title: string | null; content: string | null } {
	const { title, markdownContent: content } = page;
	return isFailed(page) ? { title: title || null, content: content || null } : { title, content };
}

function summarizePage(page: Page): IDataObject {
	const { url, success, lowContent, error, finalUrl } = page;
	return {
		url,
		...(finalUrl && { finalUrl }),
		title: textsOf(page).title,
		success,
		lowContent,
		...(error && { errorMessage: explainReason(error) }),
	};
}

function linksOf({ result: { screenshots, data } }: ScrapeJob): string[] {
	const ofPages = data.flatMap(({ screenshotUrl }) => screenshotUrl ?? []);
	return ofPages.length > 0 ? ofPages : screenshots;
}

function markdownOf({ markdownContent = '' }: Page): string {
	return markdownContent;
}

function toPageText({ url, markdownContent }: Page) {
	return { url, markdown: markdownContent };
}

/** Screenshots of a result: of its one page, or of all its pages. */
function describeScreenshots(links: readonly string[], pages: readonly Page[]): IDataObject {
	const [first] = links;
	if (first === undefined) return {};
	return pages.length > 1 ? { screenshots: [...links] } : { screenshotUrl: first };
}

/** What identifies the job; the service says the credits of a batch's pages only. */
function idsOf(jobId: string, { hasBatchFields }: ResultView): IDataObject {
	return hasBatchFields ? { creditsUsed: null, jobId, batchId: null } : { jobId };
}

/** All that a job read, as one page. */
function toWholePage({ jobId }: JobAnswer, job: ScrapeJob, view: ResultView): ReadPage {
	const pages = job.result.data;
	const isSplit = view.splitInto === 'row';
	const urls = pages.map(({ url }) => url);
	const screenshots = linksOf(job);
	return {
		url: (isSplit ? urls.join(', ') : urls[0]) || null,
		title: pages[0]?.title ?? null,
		content: isSplit ? parseJsonText(job.result.content) : readContent(job),
		answer: readAnswer(job),
		details: {
			...(view.output === 'both' && { markdown: pages.map(markdownOf).join('\n\n') }),
			...(pages.length > 1 && { pages: pages.map(summarizePage) }),
			...listOfPages(pages.map(toPageText), view.lists),
			...(pages.length === 1 && pages[0]?.finalUrl && { finalUrl: pages[0].finalUrl }),
		},
		about: { ...describeScreenshots(screenshots, pages), ...readFlags(job) },
		facts: idsOf(jobId, view),
		screenshots,
	};
}

/**
 * A page with its own Markdown. The answer, which is given once over all pages of the job, is on
 * each: it was paid for.
 */
function toSinglePageItems(
	jobId: string,
	job: ScrapeJob,
	page: Page,
	view: ResultView,
): OutputItem[] {
	const { url, success, lowContent, screenshotUrl, error, finalUrl } = page;
	const { title, content } = textsOf(page);
	const answer = readAnswer(job);
	const json = {
		url,
		title,
		success,
		content,
		...(answer !== undefined && { answer: answer as IDataObject }),
		...listOfPages([toPageText(page)], view.lists),
		...(finalUrl && { finalUrl }),
		...readAnswerFlags(job),
		...(lowContent && { lowContent }),
		...(error && { errorMessage: explainReason(error) }),
		...(screenshotUrl && { screenshotUrl }),
		...idsOf(jobId, view),
	};
	if (isFailed(page)) {
		return failedPartItems(json, failedPageError(jobId, job, page), view.onFailedPage);
	}
	return [{ json, ...filesOf(screenshotUrl ? [screenshotUrl] : [], view) }];
}

function isFailed({ success }: Page): boolean {
	return success === false;
}

/** A page of a job that could not be read, with the names of its job and address. */
function failedPageError(jobId: string, { result }: ScrapeJob, page: Page): WebDataError {
	const { url } = page;
	const isAlone = result.data.length === 1;
	return new WebDataError(
		describeFailure(page),
		isAlone
			? `The page of scrape job ${jobId} is not charged.`
			: `The other pages of scrape job ${jobId} are not affected.`,
		{ jobId, url, status: 'failed' },
	);
}

/** Why a page could not be read; a service that gives no reason gives the title of what it got instead. */
function describeFailure({ url, title, error }: Page): string {
	if (error) return explainReason(error);
	return `${url} could not be read${title ? `, page title '${title}'` : ''}`;
}

/** Items for all pages of a job: failures if the user wants failed pages to be one. */
function failForPages(
	items: OutputItem[],
	{ jobId, body }: JobAnswer,
	{ onFailedPage }: ResultView,
): OutputItem[] {
	const job = asScrapeJob(body);
	const failed = job.result.data.find(isFailed);
	if (onFailedPage !== 'fail' || !failed) return items;
	const failure = { error: failedPageError(jobId, job, failed), isReturned: false };
	return items.slice(0, 1).map((item) => ({ ...item, failure }));
}

/** The simplified items of a completed scrape job; at least one unless its rows are none. */
function toSimpleItems(answer: JobAnswer, view: ResultView): OutputItem[] {
	const job = asScrapeJob(answer.body);
	const pages = job.result.data;
	if (pages.length > 0 && (view.splitInto === 'page' || pages.every(isFailed))) {
		return pages.flatMap((page) => toSinglePageItems(answer.jobId, job, page, view));
	}
	return failForPages(toPageItems(toWholePage(answer, job, view), view), answer, view);
}

/** The status body as the service sent it, with the job ID. */
function toRawItems(answer: JobAnswer, view: ResultView): OutputItem[] {
	const item = {
		json: { ...bodyJson(answer.body), jobId: answer.jobId },
		...filesOf(linksOf(asScrapeJob(answer.body)), view),
	};
	return failForPages([item], answer, view);
}

/** An answer and how it is shown, where its rows are the entries of a list. */
function takeListedOf(answer: JobAnswer, view: ResultView): [JobAnswer, ResultView] {
	const job = asScrapeJob(answer.body);
	const [result, shown] = takeListed(job.result, 'content', view);
	if (result === job.result) return [answer, view];
	return [{ ...answer, body: { ...bodyJson(answer.body), result } }, shown];
}

/** The items of a scrape job that has its result. */
export function toScrapeItems(given: JobAnswer, givenView: ResultView): OutputItem[] {
	const [answer, view] = takeListedOf(given, givenView);
	const items = view.isSimplified ? toSimpleItems(answer, view) : toRawItems(answer, view);
	const { result } = asScrapeJob(answer.body);
	if (result.data.some(isFailed)) return items;
	const ids = { url: result.data[0]?.url ?? null, jobId: answer.jobId };
	return applyOnFailedExtraction(items, result, ids, view.onFailedExtraction);
}

/** Why a job has no result; undefined when it has one. */
function readFailure({ jobId, body }: JobAnswer): WebDataError | undefined {
	const state = readJobState(body);
	return state.name === 'failed' ? failedJobError(scrapeJobType, jobId, state) : undefined;
}

/** The items of a job whose addresses are known, for every input item that asked for them. */
export function toAskedItems(
	answer: JobAnswer,
	requested: readonly RequestedUrl[],
	view: ResultView,
): OutputItem[] {
	const { jobId } = answer;
	const failure = readFailure(answer);
	const [{ url } = { url: null }] = requested;
	const items = failure
		? failedPartItems({ url }, failure, view.onFailedPage, idsOf(jobId, view))
		: toScrapeItems(answer, view);
	return forEachInputItem(items, inputItemsOf(requested));
}

/** What is worth noticing about the quality of a result, in words. */
function describeFlags(body: unknown): string[] {
	const job = asScrapeJob(body);
	const flags = readFlags(job);
	const failed = job.result.data.filter(isFailed);
	const isThin = job.result.data.some((page) => page.lowContent && !isFailed(page));
	return [
		...(readJobState(body).name === 'failed' ? ['A page could not be scraped'] : []),
		...failed.map(describeFailure),
		...(isThin
			? ['A page gave very little text: it may show a bot check, a cookie wall or a dead link']
			: []),
		...(flags.ai_extraction_failed
			? ['No answer could be extracted, so the content is the raw Markdown of the page']
			: []),
		...(flags.extraction_empty ? ['No value was found for any field'] : []),
		...job.schema_warnings.map((warning) => `Schema: ${warning}`),
		...job.result.warnings,
	];
}

/** Where the rows of an answer were found, why there are none, or how to get them. */
function describeRowsOf(body: unknown, view: ResultView): string[] {
	if (!view.isSimplified || readJobState(body).name === 'failed') return [];
	const answer = parseJsonText(asScrapeJob(body).result.content);
	return view.splitInto === 'row' ? describeRows(answer, view.rows) : describeUnsplit(answer);
}

/** Things a user should notice about a result, in words. */
export function describeScrape(given: JobAnswer, givenView: ResultView): string[] {
	const [{ body }, view] = takeListedOf(given, givenView);
	return [
		...describeFlags(body),
		...describeListed([asScrapeJob(given.body).result], givenView),
		...describeRowsOf(body, view),
	];
}
