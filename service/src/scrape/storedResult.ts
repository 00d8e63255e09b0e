import { z } from 'zod';
import type { components } from '../../../api/generated/types.ts';
import type { ExtractionResult } from '../extract/extraction.ts';
import type { ScrapedPage } from './scrapedPage.ts';

type ScrapeResult = components['schemas']['ScrapeResult'];

const storedPage = z.object({
	url: z.string(),
	title: z.string(),
	markdownContent: z.string(),
	success: z.boolean(),
	/** Name of the stored image: its link is signed anew at each reading. */
	screenshotFile: z.string().nullable(),
	lowContent: z.boolean(),
	error: z.string().optional(),
});

/** A scrape job's result as it lies in the database. */
export const storedScrapeResult = z.object({
	content: z.unknown(),
	data: z.array(storedPage),
	ai_extraction_failed: z.boolean(),
	extraction_empty: z.literal(true).optional(),
	/** What the client should know about the extraction; there only when there is something. */
	warnings: z.array(z.string()).optional(),
	stats: z.object({
		durationMs: z.number(),
		captchaSolvedCount: z.number(),
		inputTokens: z.number(),
		outputTokens: z.number(),
		totalTokens: z.number(),
	}),
});

export type StoredScrapeResult = z.output<typeof storedScrapeResult>;

/** The result of a scrape that loaded at least one page. */
export function toStoredResult(
	pages: readonly ScrapedPage[],
	answer: ExtractionResult,
	durationMs: number,
): StoredScrapeResult {
	const { content, failureReason } = answer;
	const inputTokens = sum([...pages, answer], ({ inputTokens: tokens }) => tokens);
	const outputTokens = sum([...pages, answer], ({ outputTokens: tokens }) => tokens);
	const warnings = [
		...(failureReason === undefined ? [] : [failureReason]),
		...answer.warnings,
		...new Set(pages.flatMap((page) => page.warnings)),
	];
	return {
		content,
		data: pages.map((page) => ({
			url: page.url,
			title: page.title,
			markdownContent: page.markdown,
			success: page.isSuccess,
			screenshotFile: page.screenshotFile,
			lowContent: page.lowContent,
			...(page.error !== undefined && { error: page.error }),
		})),
		ai_extraction_failed: answer.aiExtractionFailed,
		...(answer.extractionEmpty && { extraction_empty: true }),
		...(warnings.length > 0 && { warnings }),
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

function sum<Part>(parts: readonly Part[], read: (part: Part) => number): number {
	return parts.reduce((total, part) => total + read(part), 0);
}

/** The result as clients see it, with links to its images. */
export function toScrapeResult(
	stored: StoredScrapeResult,
	linkFile: (name: string) => string,
): ScrapeResult {
	const data = stored.data.map(({ screenshotFile, error, ...page }) => ({
		...page,
		...(error !== undefined && { error }),
		screenshotUrl: screenshotFile === null ? null : linkFile(screenshotFile),
	}));
	return {
		content: stored.content,
		data,
		screenshots: data.flatMap(({ screenshotUrl }) => screenshotUrl ?? []),
		ai_extraction_failed: stored.ai_extraction_failed,
		...(stored.extraction_empty === true && { extraction_empty: true }),
		...(stored.warnings !== undefined && { warnings: stored.warnings }),
		stats: stored.stats,
	};
}
