import type { IDataObject } from 'n8n-workflow';
import type { OutputItem } from '../shared/items/outputItem';
import type { JobAnswer } from '../shared/operations/operation';
import { isRecord } from '../shared/transport/serviceBody';
import { asScrapeJob, type ScrapeJob } from './scrapeJob';

type Page = NonNullable<NonNullable<ScrapeJob['result']>['data']>[number];

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

function summarizePage({ url, title, success, lowContent }: Page): IDataObject {
	return { url, title, success, lowContent };
}

/** JSON that arrives as text becomes JSON; everything else stays as it is. */
function parseContent(content: unknown): unknown {
	if (typeof content !== 'string' || !/^\s*[[{]/.test(content)) return content;
	try {
		return JSON.parse(content) as unknown;
	} catch {
		return content;
	}
}

/** The simplified result: one item with the content, where it came from, and what to notice. */
export function toScrapeItem({ jobId, body }: JobAnswer): OutputItem {
	const job = asScrapeJob(body);
	const pages = job.result?.data ?? [];
	const [first] = pages;
	return {
		json: {
			jobId,
			url: first?.url ?? null,
			title: first?.title ?? null,
			content: (parseContent(job.result?.content) ?? null) as IDataObject,
			...(pages.length > 1 && { pages: pages.map(summarizePage) }),
			...readFlags(job),
		},
	};
}

/** The status body as the service sent it, with the job ID. */
export function toRawItem({ jobId, body }: JobAnswer): OutputItem {
	return { json: { jobId, ...(isRecord(body) ? (body as IDataObject) : { body: String(body) }) } };
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
	];
}
