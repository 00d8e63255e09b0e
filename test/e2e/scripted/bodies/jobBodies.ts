import type { components } from '../../../api/generated/types';
import { pageName, readScript } from './pageScript';
import { sampleAnswer } from './sampleAnswer';
import { pageStatus, type PageStatus, type ScriptedJob, type ScriptedPage } from './scriptedJob';

type Schemas = components['schemas'];

/** The form of failures of the reference, GET /scrape/{jobId}. */
function failureReason(url: string): string {
	return `Failed to scrape ${url}: net::ERR_NAME_NOT_RESOLVED`;
}

function statusOfAll(pages: readonly ScriptedPage[], nowMs: number): PageStatus {
	const statuses = pages.map((page) => pageStatus(page, nowMs));
	const wins = (['running', 'cancelled', 'failed'] as const).find((status) =>
		statuses.includes(status),
	);
	return wins ?? 'completed';
}

/** What the service makes of a page: by the schema, else JSON or Markdown. */
function contentOf(request: unknown, url: string): unknown {
	const { output, schema } = Object(request);
	const { rows } = readScript(url);
	if (schema !== undefined) return sampleAnswer(schema, pageName(url), rows);
	return output === 'json' ? { name: pageName(url) } : markdownOf(url);
}

function markdownOf(url: string): string {
	return `# ${pageName(url)}\n\nThe offer of the day.`;
}

function asksForScreenshot(request: unknown): boolean {
	return Object(request).screenshot === true;
}

function screenshotUrl(job: ScriptedJob, url: string, origin: string): string | null {
	const { screenshotBytes } = readScript(url);
	return asksForScreenshot(job.request)
		? `${origin}/files/${pageName(url)}.png?bytes=${screenshotBytes}&signature=abc`
		: null;
}

function progressOf({ pages, submittedMs }: ScriptedJob, nowMs: number): Schemas['JobProgress'] {
	const lastEnd = Math.max(...pages.map(({ endsMs }) => endsMs));
	const share = lastEnd <= nowMs ? 1 : (nowMs - submittedMs) / (lastEnd - submittedMs);
	return { message: share === 1 ? 'Done' : 'Loading the page', progress: share };
}

export function scrapeBody(job: ScriptedJob, nowMs: number, origin: string): Schemas['ScrapeJob'] {
	const status = statusOfAll(job.pages, nowMs);
	const progress = progressOf(job, nowMs);
	const failed = job.pages.find((page) => pageStatus(page, nowMs) === 'failed');
	if (status === 'running') return { status: 'active', progress, result: null, error: null };
	if (failed) {
		return { status: 'failed', progress, result: null, error: failureReason(failed.url) };
	}
	const urls = job.pages.map(({ url }) => url);
	const data = urls.map((url) => ({
		url,
		title: pageName(url),
		markdownContent: markdownOf(url),
		success: true,
		screenshotUrl: screenshotUrl(job, url, origin),
		lowContent: false,
	}));
	const result: Schemas['ScrapeResult'] = {
		content:
			urls.length === 1 ? contentOf(job.request, urls[0] ?? '') : urls.map(markdownOf).join('\n\n'),
		data,
		screenshots: data.flatMap((page) => page.screenshotUrl ?? []),
		ai_extraction_failed: false,
		stats: {
			durationMs: 1,
			captchaSolvedCount: 0,
			inputTokens: 0,
			outputTokens: 0,
			totalTokens: 0,
		},
	};
	return { status: 'completed', progress, result, error: null };
}

function isoTime(timeMs: number): string {
	return new Date(timeMs).toISOString();
}

function batchEntry(job: ScriptedJob, index: number, nowMs: number): Schemas['BatchScrapeItem'] {
	const page = job.pages[index] ?? { url: '', startedMs: 0, endsMs: 0, end: 'failed' as const };
	const { url, startedMs, endsMs } = page;
	const status = pageStatus(page, nowMs);
	return {
		uuid: `${job.id}-${index + 1}`,
		url,
		jobId: `${job.id}-job-${index + 1}`,
		status,
		result: status === 'completed' ? contentOf(job.request, url) : null,
		error: status === 'failed' ? failureReason(url) : null,
		creditsUsed: status === 'completed' ? 1 : 0,
		startedAt: isoTime(startedMs),
		finishedAt: status === 'running' ? null : isoTime(Math.min(endsMs, nowMs)),
		screenshotUrl: null,
	};
}

export function batchBody(job: ScriptedJob, nowMs: number): Schemas['BatchScrape'] {
	const items = job.pages.map((_page, index) => batchEntry(job, index, nowMs));
	const count = (wanted: PageStatus) => items.filter(({ status }) => status === wanted).length;
	const all = statusOfAll(job.pages, nowMs);
	// gaps.md: a completed batch can hold failed items.
	const status = all === 'failed' && count('completed') > 0 ? 'completed' : all;
	return {
		status,
		totalUrls: items.length,
		completedCount: count('completed'),
		failedCount: count('failed'),
		createdAt: isoTime(job.submittedMs),
		finishedAt: status === 'running' ? null : isoTime(nowMs),
		items,
	};
}

export function batchSummary(job: ScriptedJob, nowMs: number): Schemas['BatchScrapeSummary'] {
	const { items, ...counts } = batchBody(job, nowMs);
	return { uuid: job.id, ...counts, outputFormat: 'markdown', scrapingChannel: 'api' };
}
