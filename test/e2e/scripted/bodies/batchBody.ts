import type { components } from '../../../../api/generated/types';
import { pageStatus, type PageStatus, type ScriptedJob, type ScriptedPage } from '../scriptedJob';
import { contentOf, failureReason, isoTime, statusOfAll } from './pageContent';

type Schemas = components['schemas'];

function toEntry(
	job: ScriptedJob,
	page: ScriptedPage,
	number: number,
	nowMs: number,
): Schemas['BatchScrapeItem'] {
	const { url, startedMs, endsMs } = page;
	const status = pageStatus(page, nowMs);
	return {
		uuid: `${job.id}-${number}`,
		url,
		jobId: `${job.id}-job-${number}`,
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
	const items = job.pages.map((page, index) => toEntry(job, page, index + 1, nowMs));
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
