import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { JobState } from '../db/jobRecord.ts';
import type { JobSnapshot, JobWithResult } from '../engine/queue.ts';
import type { AnswerFlags, HeadingAnchors, StatedMetadata } from '../db/answerFlags.ts';
import type { DocumentValues } from '@web-data-extraction/documents/conversion';
import type { DownloadedDocument } from '../documents/convertDownload.ts';
import type { ExtractionResult } from '@web-data-extraction/fields/extraction';
import { valueSources } from '../extract/valueSources.ts';
import { describeSchemaWarnings } from './scrapeRequest.ts';

type Schemas = components['schemas'];

/** As stored (api/openapi.yaml, PageMetadata). */
const statedMetadataFields: z.ZodType<StatedMetadata> = z.record(z.union([z.string(), z.number()]));

/** As stored (api/openapi.yaml, HeadingAnchors). */
const headingAnchors: z.ZodType<HeadingAnchors> = z.array(
	z.object({ heading: z.string(), anchor: z.string() }),
);

/** What was read of a list, and how (api/openapi.yaml, ListAccount). */
const listAccount = z.object({
	entries: z.number(),
	pages: z.number(),
	ways: z.array(z.enum(['scroll', 'control', 'link', 'form'])),
	control: z.string(),
	ended: z.enum(['end', 'round', 'maxPages', 'maxItems', 'time', 'size']),
});

/** What is stored of a page. */
const storedPage = z.object({
	/** As submitted. */
	url: z.string(),
	/** As the browser shows it; the file name of a document. */
	title: z.string(),
	markdownContent: z.string(),
	/** False when the page could not be loaded or its server answered with an error status. */
	success: z.boolean(),
	/** Name of the stored image: its link is signed again for each response. */
	screenshotFile: z.string().nullable(),
	lowContent: z.boolean(),
	/** Why the page failed: why it could not be loaded, or the error status of its server. */
	error: z.string().optional(),
	/** Address after redirects; present only when it differs from `url`. */
	finalUrl: z.string().optional(),
	/** What the page says about itself. */
	metadata: statedMetadataFields.optional(),
	/** Where its headings are. */
	anchors: headingAnchors.optional(),
	/** Present only if a list was read as a whole. */
	list: listAccount.optional(),
});

/** The outcome of one submitted URL. */
export interface ScrapedPage extends z.output<typeof storedPage> {
	/** After redirects, also when it is the requested one. */
	finalUrl: string;
	/** After rendering and actions; undefined for documents and failed pages. */
	html?: string;
	/** What a document's fields are read from in addition to its Markdown. */
	values?: DocumentValues & Pick<DownloadedDocument, 'pageStarts'>;
	/** The HTTP status of the page; undefined when it could not be loaded. */
	httpStatus?: number;
	/** Tokens of the model for the page's actions. */
	inputTokens: number;
	outputTokens: number;
	/** What the client should know about the page's actions and its conversion. */
	warnings: readonly string[];
}

/** A scrape job's result as stored in the database. */
export const storedScrapeResult = z.object({
	content: z.unknown(),
	data: z.array(storedPage),
	ai_extraction_failed: z.boolean(),
	extraction_empty: z.literal(true).optional(),
	/** What the client should know about the extraction; present only when there is something. */
	warnings: z.array(z.string()).optional(),
	/** The answer for each entry of a list on the page, when the page itself lacks fields. */
	listed: z
		.object({
			reason: z.string(),
			entries: z.array(z.unknown()),
			sources: valueSources.optional(),
		})
		.optional(),
	/** Where the values of the answer were read; present only if that was asked for. */
	sources: valueSources.optional(),
	stats: z.object({
		durationMs: z.number(),
		captchaSolvedCount: z.number(),
		inputTokens: z.number(),
		outputTokens: z.number(),
		totalTokens: z.number(),
	}),
});

/** The result of a scrape as it is stored; the response is made from it. */
export type StoredScrapeResult = z.output<typeof storedScrapeResult>;

/** The result of a scrape that loaded at least one page. */
export function toStoredResult(
	pages: readonly ScrapedPage[],
	answer: ExtractionResult,
	requestWarnings: readonly string[],
	durationMs: number,
): StoredScrapeResult {
	const parts = [...pages, answer];
	const inputTokens = parts.reduce((sum, part) => sum + part.inputTokens, 0);
	const outputTokens = parts.reduce((sum, part) => sum + part.outputTokens, 0);
	const warnings = [
		...requestWarnings,
		answer.failureReason ?? [],
		answer.warnings,
		...new Set(pages.flatMap((page) => page.warnings)),
	].flat();
	return {
		content: answer.content,
		data: pages.map((page) => storedPage.parse({ ...page, finalUrl: ledTo(page) })),
		ai_extraction_failed: answer.aiExtractionFailed,
		extraction_empty: answer.extractionEmpty || undefined,
		warnings: warnings.length > 0 ? warnings : undefined,
		listed: answer.listed,
		sources: answer.sources,
		stats: {
			durationMs,
			// CAPTCHAs are not solved here: a page behind one fails its job.
			captchaSolvedCount: 0,
			inputTokens,
			outputTokens,
			totalTokens: inputTokens + outputTokens,
		},
	};
}

/** Where redirects led; undefined when the page is at the requested address. */
function ledTo({ url, finalUrl }: ScrapedPage): string | undefined {
	return comparable(url) === comparable(finalUrl) ? undefined : finalUrl;
}

/** An address without what a browser removes: name, password and text fragment. */
function comparable(address: string): string {
	const url = URL.parse(address);
	if (url === null) return address;
	url.username = '';
	url.password = '';
	return url.href.replace(/#?:~:.*$/, '');
}

/** Noteworthy facts about the answer of a one-page scrape, as shown in entries of batches. */
export function flagsOf(result: StoredScrapeResult): AnswerFlags {
	const { finalUrl, metadata, anchors, list } = result.data[0] ?? {};
	return {
		...(result.ai_extraction_failed && { ai_extraction_failed: true }),
		...(result.extraction_empty && { extraction_empty: true }),
		...(result.data.some(({ lowContent }) => lowContent) && { lowContent: true }),
		...(result.warnings && { warnings: result.warnings }),
		...(finalUrl !== undefined && { finalUrl }),
		...(metadata !== undefined && { metadata }),
		...(anchors !== undefined && { anchors }),
		...(list !== undefined && { list }),
	};
}

const reportedProgress = z.object({ message: z.string(), progress: z.number() });

const RESTING_MESSAGES: Readonly<Record<JobState, string>> = {
	waiting: 'Waiting for its turn',
	active: 'Started',
	delayed: 'Waiting to be tried again',
	completed: 'Completed',
	failed: 'Failed',
	cancelled: 'Cancelled',
};

/** The status of a scrape or search without its result (api/openapi.yaml, ScrapeJob). */
export function describeJob(job: JobSnapshot) {
	const { state, finishedAtMs, error } = job;
	const resting = { message: RESTING_MESSAGES[state], progress: finishedAtMs === null ? 0 : 1 };
	return {
		progress: reportedProgress.safeParse(job.progress).data ?? resting,
		// The pages of a completed job have their own.
		error: state === 'cancelled' ? 'Cancelled' : state === 'completed' ? null : error,
	};
}

/**
 * Body of GET /scrape/{jobId}.
 * @param linkFile signs the link of a stored image
 */
export function toScrapeJobBody(
	job: JobWithResult,
	linkFile: (name: string) => string,
): Schemas['ScrapeJob'] {
	const isCompleted = job.state === 'completed';
	return {
		// Scrapes of a cancelled batch end cancelled, which is not a status of scrape jobs.
		status: job.state === 'cancelled' ? 'failed' : job.state,
		...describeJob(job),
		result: isCompleted ? toScrapeResult(storedScrapeResult.parse(job.result), linkFile) : null,
		...describeSchemaWarnings(job.request),
	};
}

function toScrapeResult(
	{
		content,
		data: pages,
		extraction_empty,
		warnings,
		listed,
		sources,
		...rest
	}: StoredScrapeResult,
	linkFile: (name: string) => string,
): Schemas['ScrapeResult'] {
	const data = pages.map(
		({ screenshotFile, error, finalUrl, metadata, anchors, list, ...page }) => ({
			...page,
			...(finalUrl !== undefined && { finalUrl }),
			...(metadata !== undefined && { metadata }),
			...(anchors !== undefined && { anchors }),
			...(list !== undefined && { list }),
			...(error !== undefined && { error }),
			screenshotUrl: screenshotFile === null ? null : linkFile(screenshotFile),
		}),
	);
	return {
		content,
		data,
		screenshots: data.flatMap(({ screenshotUrl }) => screenshotUrl ?? []),
		...(extraction_empty && { extraction_empty }),
		...(warnings && { warnings }),
		...(listed && { listed: toListed(listed) }),
		...(sources && { sources }),
		...rest,
	};
}

function toListed({
	sources,
	...listed
}: NonNullable<StoredScrapeResult['listed']>): Schemas['ListedEntries'] {
	return { ...listed, ...(sources && { sources }) };
}
