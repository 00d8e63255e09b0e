import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../items/records';
import { parseJsonText } from '../items/parameterValues';
import { sourcesOf } from '../items/valueSources';
import { failedPartItems, type OutputItem, applyOnFailedExtraction } from '../items/outputItem';
import { failedJobError } from '../jobs/jobError';
import { readJobState } from '../jobs/jobType';
import { explainReason } from '../jobs/pageAdvice';
import type { JobAnswer, JobReport } from '../operations/operation';
import type { PageReport } from '../operations/pageReports';
import { WebDataError } from '../transport/webDataError';
import {
	addressOf,
	describeListed,
	metadataOf,
	listOfPages,
	readListed,
	reportContent,
	takeListed,
	toItems,
	type Page,
	type ResultView,
} from './pageItems';
import { inputItemsOf, forEachInputItem, type RequestedUrl } from './requestedUrl';
import { asScrapeJob, scrapeJobType, type ScrapeJob } from './scrapeJob';

type ScrapePage = ScrapeJob['result']['data'][number];

/**
 * Whether a content is the Markdown of its pages and no answer of the AI. Nothing in the result says
 * so; but then it holds the text of every page.
 */
function isPageMarkdown(content: string, pages: ScrapePage[]): boolean {
	const texts = pages.flatMap(({ markdownContent }) => markdownContent?.trim() || []);
	return texts.length > 0 && texts.every((text) => content.includes(text));
}

/** The answer of the AI over all pages, JSON as such; undefined when there is none. */
function readAnswer({ result }: ScrapeJob): unknown {
	const { content, data } = result;
	if (typeof content !== 'string') return content ?? undefined;
	if (content === '') return undefined;
	const isRaw = result.ai_extraction_failed === true || isPageMarkdown(content, data);
	return isRaw ? undefined : parseJsonText(content);
}

/** What a result says about the quality of its answer; only what is worth noticing. */
function readAnswerFlags({ result, schema_warnings: schemaWarnings }: ScrapeJob): IDataObject {
	const { warnings } = result;
	return {
		...(result.ai_extraction_failed && { aiExtractionFailed: true }),
		...(result.extraction_empty && { extractionEmpty: true }),
		...(warnings.length > 0 && { warnings }),
		...(schemaWarnings.length > 0 && { schemaWarnings }),
	};
}

/** What a result says about its own quality; only what is worth noticing. */
function readFlags(job: ScrapeJob): IDataObject {
	const hasLowContent = job.result.data.some(({ lowContent }) => lowContent);
	return { ...(hasLowContent && { lowContent: true }), ...readAnswerFlags(job) };
}

/** The title and text of a page; null where a page that could not be read has none. */
function textsOf(page: ScrapePage): { title: string | null; content: string | null } {
	const { title, markdownContent: content } = page;
	return isFailed(page) ? { title: title || null, content: content || null } : { title, content };
}

function summarizePage(page: ScrapePage, view: ResultView): IDataObject {
	const { url, success, lowContent, error, finalUrl } = page;
	return {
		url,
		...(finalUrl && { finalUrl }),
		title: textsOf(page).title,
		success,
		lowContent,
		...(error && { errorMessage: explainReason(error) }),
		...metadataOf(page, view),
	};
}

function linksOf({ result: { screenshots, data } }: ScrapeJob): string[] {
	const ofPages = data.flatMap(({ screenshotUrl }) => screenshotUrl ?? []);
	return ofPages.length > 0 ? ofPages : screenshots;
}

function describeScreenshots(screenshots: string[], pageCount: number): IDataObject {
	if (screenshots.length === 0) return {};
	return pageCount > 1 ? { screenshots } : { screenshotUrl: screenshots[0] };
}

const toPageText = ({ url, markdownContent: markdown }: ScrapePage) => ({ url, markdown });

/** All that a job read, as one page. */
function toWholePage(answer: JobAnswer, view: ResultView): Page {
	const job = asScrapeJob(answer.body);
	const pages = job.result.data;
	const [first] = pages;
	const isSplit = view.get === 'rows';
	const urls = pages.map(({ url }) => url);
	const screenshots = linksOf(job);
	const texts = pages.map(toPageText);
	return {
		raw: { ...bodyJson(answer.body), jobId: answer.jobId },
		head: {
			url: (isSplit ? urls.join(', ') : urls[0]) || null,
			title: first?.title ?? null,
			success: true,
		},
		content: isSplit
			? parseJsonText(job.result.content)
			: (readAnswer(job) ?? job.result.content ?? null),
		added: {
			...(view.includesMarkdown && {
				markdown: texts.map(({ markdown = '' }) => markdown).join('\n\n'),
			}),
			...listOfPages(texts, view.lists),
		},
		metadata: first?.metadata,
		anchors: first?.anchors,
		...sourcesOf(job.result),
		details: {
			...(pages.length > 1 && { pages: pages.map((page) => summarizePage(page, view)) }),
			...(pages.length === 1 && first?.finalUrl && { finalUrl: first.finalUrl }),
		},
		facts: {
			...describeScreenshots(screenshots, pages.length),
			...readFlags(job),
		},
		ids: { jobId: answer.jobId },
		screenshots,
	};
}

/**
 * A page with its own Markdown. The answer, which is given once over all pages of the job, is on
 * each: it was paid for.
 */
function toSinglePage(jobId: string, job: ScrapeJob, page: ScrapePage, view: ResultView): Page {
	const { url, success, lowContent, screenshotUrl, error, finalUrl } = page;
	const { title, content } = textsOf(page);
	// Over a page that could not be read there is none: the content is what came in its place.
	const answer = isFailed(page) ? undefined : readAnswer(job);
	return {
		raw: {},
		head: { url, title, success },
		content,
		metadata: page.metadata,
		anchors: page.anchors,
		details: {
			...(answer !== undefined && { answer: answer as IDataObject, ...sourcesOf(job.result) }),
			...listOfPages([toPageText(page)], view.lists),
			...(finalUrl && { finalUrl }),
			...readAnswerFlags(job),
			...(lowContent && { lowContent }),
			...(error && { errorMessage: explainReason(error) }),
			...(screenshotUrl && { screenshotUrl }),
		},
		ids: { jobId },
		error: isFailed(page) ? failedPageError(jobId, job, page) : undefined,
		screenshots: screenshotUrl ? [screenshotUrl] : [],
	};
}

function isFailed({ success }: ScrapePage): boolean {
	return success === false;
}

function failedPageError(jobId: string, { result }: ScrapeJob, page: ScrapePage): WebDataError {
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
function describeFailure({ url, title, error }: ScrapePage): string {
	if (error) return explainReason(error);
	return `${url} could not be read${title ? `, page title '${title}'` : ''}`;
}

/** Whether each page of a job has its item. Rows and records are of the answer, which is one. */
function isShownByPage({ splitInto, get }: ResultView): boolean {
	return splitInto === 'page' && get === 'markdown';
}

/** An answer and how it is shown, where its rows are the entries of a list. */
function takeListedOf(answer: JobAnswer, view: ResultView): [JobAnswer, ResultView] {
	const job = asScrapeJob(answer.body);
	const [result, shown] = takeListed(job.result, 'content', view);
	if (result === job.result) return [answer, view];
	return [{ ...answer, body: { ...bodyJson(answer.body), result } }, shown];
}

/** The items of a scrape job that has its result; at least one unless its rows are none. */
export function toScrapeItems(given: JobAnswer, givenView: ResultView): OutputItem[] {
	const [answer, view] = takeListedOf(given, givenView);
	const { jobId } = answer;
	const job = asScrapeJob(answer.body);
	const pages = job.result.data;
	const failed = pages.find(isFailed);
	const isByPage =
		view.isSimplified && pages.length > 0 && (isShownByPage(view) || pages.every(isFailed));
	const items = isByPage
		? pages.flatMap((page) => toItems(toSinglePage(jobId, job, page, view), view))
		: toItems(toWholePage(answer, view), view);
	if (!failed) {
		const ids = { url: pages[0]?.url ?? null, jobId };
		return applyOnFailedExtraction(items, job.result, ids, view.onFailedExtraction);
	}
	if (isByPage || view.onFailedPart !== 'fail') return items;
	const failure = { error: failedPageError(jobId, job, failed), isReturned: false };
	return items.slice(0, 1).map((item) => ({ ...item, failure }));
}

/** The items of a job whose addresses are known, for every input item that asked for them. */
export function toAskedItems(
	answer: JobAnswer,
	requested: readonly RequestedUrl[],
	view: ResultView,
): OutputItem[] {
	const { jobId, body } = answer;
	const state = readJobState(body);
	const items =
		state.name === 'failed'
			? failedPartItems(
					addressOf(requested[0]?.url ?? null, view),
					failedJobError(scrapeJobType, jobId, state),
					view.onFailedPart,
					{ jobId },
				)
			: toScrapeItems(answer, view);
	return forEachInputItem(items, inputItemsOf(requested));
}

/**
 * What a run has to say about a job.
 * @param askedUrl of a job that has no page, because it failed
 */
export function reportScrape(answer: JobAnswer, view: ResultView, askedUrl?: string): JobReport {
	const job = asScrapeJob(answer.body);
	const { result, schema_warnings: schemaWarnings } = job;
	return {
		pages: reportPages(answer, view, askedUrl),
		hints: [
			...describeListed([result], view),
			...schemaWarnings.map((warning) => `Schema: ${warning}`),
			...result.warnings,
		],
		answers: readListed(result)?.entries ?? [readAnswer(job)],
	};
}

function reportPages(
	given: JobAnswer,
	givenView: ResultView,
	askedUrl: string | undefined,
): PageReport[] {
	const [{ body }, view] = takeListedOf(given, givenView);
	const job = asScrapeJob(body);
	const {
		content,
		data,
		warnings,
		ai_extraction_failed: isUnanswered,
		extraction_empty: isEmpty,
	} = job.result;
	const state = readJobState(body);
	if (state.name === 'failed' && !data.some(isFailed)) {
		return [{ ...NO_REPORT, url: askedUrl ?? data[0]?.url, failure: state.reason ?? '' }];
	}
	const isAnswered = readAnswer(job) !== undefined;
	const pages: Array<ScrapePage | undefined> = data.length > 0 ? data : [undefined];
	return pages.map((page, index) => ({
		url: page?.url ?? askedUrl,
		...(page && isFailed(page) && { failure: page.error ?? describeFailure(page) }),
		// What was answered, was once over all pages.
		isUnanswered: index === 0 && isUnanswered === true,
		isEmpty: index === 0 && isEmpty === true,
		...reportContent(
			{
				answer: index === 0 ? parseJsonText(content) : undefined,
				isThin: page !== undefined && (page.lowContent || (!page.markdownContent && !isAnswered)),
				warnings,
			},
			view,
		),
	}));
}

const NO_REPORT = {
	isThin: false,
	isUnanswered: false,
	isEmpty: false,
	gaps: [],
	wantsRows: false,
};
