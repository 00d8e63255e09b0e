import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../shared/items/jsonParameter';
import type { OutputFile, OutputItem } from '../shared/items/outputItem';
import { identifyRow, toRows } from '../shared/items/rows';
import type { JobAnswer } from '../shared/operations/operation';
import { asScrapeJob, type ScrapeJob } from './scrapeJob';
import { screenshotFiles } from '../shared/items/screenshotFiles';

type Page = NonNullable<NonNullable<ScrapeJob['result']>['data']>[number];

/** What one output item stands for. */
export type SplitInto = 'job' | 'page' | 'row';

export interface ScrapeView {
	splitInto: SplitInto;
	downloadScreenshots: boolean;
}

/** What a result says about its own quality; only what is worth noticing. */
function readFlags(job: ScrapeJob): IDataObject {
	const { result, schema_warnings: warnings } = job;
	return {
		...(result?.data?.some(({ lowContent }) => lowContent) && { lowContent: true }),
		...(result?.ai_extraction_failed && { ai_extraction_failed: true }),
		...(result?.extraction_empty && { extraction_empty: true }),
		...(warnings && warnings.length > 0 && { schema_warnings: warnings }),
	};
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

function toJobItem({ jobId }: JobAnswer, job: ScrapeJob, view: ScrapeView): OutputItem {
	const pages = job.result?.data ?? [];
	const links = linksOf(job);
	const [first] = pages;
	return {
		json: {
			jobId,
			url: first?.url ?? null,
			title: first?.title ?? null,
			content: parseJsonText(job.result?.content ?? null) as IDataObject,
			...(pages.length > 1 && { pages: pages.map(summarizePage) }),
			...(links.length > 0 && { screenshots: links }),
			...readFlags(job),
		},
		...withFiles(links, view),
	};
}

function toPageItem(jobId: string, page: Page, view: ScrapeView): OutputItem {
	const { url, title, markdownContent, success, lowContent, screenshotUrl, error } = page;
	return {
		json: {
			jobId,
			url,
			title,
			content: markdownContent,
			success,
			...(lowContent && { lowContent }),
			...(error && { errorMessage: error }),
			...(screenshotUrl && { screenshotUrl }),
		},
		...withFiles(screenshotUrl ? [screenshotUrl] : [], view),
	};
}

function toRowItems({ jobId }: JobAnswer, job: ScrapeJob, view: ScrapeView): OutputItem[] {
	const rows = toRows(parseJsonText(job.result?.content));
	const flags = readFlags(job);
	return rows.map((row, index) => ({
		json: { ...flags, ...identifyRow({ jobId }, row) },
		...(index === 0 && withFiles(linksOf(job), view)),
	}));
}

/** The simplified items of a completed scrape job. */
export function toScrapeItems(answer: JobAnswer, view: ScrapeView): OutputItem[] {
	const job = asScrapeJob(answer.body);
	if (view.splitInto === 'row') return toRowItems(answer, job, view);
	if (view.splitInto === 'page') {
		return (job.result?.data ?? []).map((page) => toPageItem(answer.jobId, page, view));
	}
	return [toJobItem(answer, job, view)];
}

/** The status body as the service sent it, with the job ID. */
export function toRawScrapeItem(answer: JobAnswer, view: ScrapeView): OutputItem {
	const job = asScrapeJob(answer.body);
	return {
		json: { ...(job as IDataObject), jobId: answer.jobId },
		...withFiles(linksOf(job), view),
	};
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
