import type { IDataObject } from 'n8n-workflow';
import { parseJsonText } from '../items/parameterValues';
import type { JobAnswer } from '../operations/operation';
import { readListed } from './pageItems';
import { asScrapeJob, type ScrapeJob } from './scrapeJob';

/**
 * Whether a content is the Markdown of its pages and no answer of the AI. Nothing in the result says
 * so; but then it holds the text of every page.
 */
function isPageMarkdown(content: string, pages: ScrapeJob['result']['data']): boolean {
	const texts = pages.flatMap(({ markdownContent }) => markdownContent?.trim() || []);
	return texts.length > 0 && texts.every((text) => content.includes(text));
}

/** The answer of the AI over all pages, JSON as such; undefined when there is none. */
export function readAnswer({ result }: ScrapeJob): unknown {
	const { content, data } = result;
	if (typeof content !== 'string') return content ?? undefined;
	if (content === '') return undefined;
	const isRaw = result.ai_extraction_failed === true || isPageMarkdown(content, data);
	return isRaw ? undefined : parseJsonText(content);
}

/** What was answered over the page of a job, or over its pages. */
export function answersOfScrape({ body }: JobAnswer): unknown[] {
	const job = asScrapeJob(body);
	return readListed(job.result)?.entries ?? [readAnswer(job)];
}

/** What a result says about the quality of its answer; only what is worth noticing. */
export function readAnswerFlags({
	result,
	schema_warnings: schemaWarnings,
}: ScrapeJob): IDataObject {
	const { warnings } = result;
	return {
		...(result.ai_extraction_failed && { ai_extraction_failed: true }),
		...(result.extraction_empty && { extraction_empty: true }),
		...(warnings.length > 0 && { warnings }),
		...(schemaWarnings.length > 0 && { schema_warnings: schemaWarnings }),
	};
}
