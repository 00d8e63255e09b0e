import type { components } from '../../../../api/generated/types';
import { pageName } from '../pageScript';
import type { ScriptedJob } from '../scriptedJob';
import { contentOf, failureReason, isoTime, statusOfAll } from './pageContent';

type Schemas = components['schemas'];

/** A crawl that finds the start page and nothing else. */
export function crawlBody(job: ScriptedJob, nowMs: number): Schemas['CrawlJob'] {
	const status = statusOfAll(job.pages, nowMs);
	if (status === 'running') {
		const progress = { message: 'Crawling', pagesCrawled: 0, maxPages: 5 };
		return { status: 'active', progress, result: null, error: null };
	}
	const [url = ''] = job.pages.map((page) => page.url);
	if (status !== 'completed') {
		return { status, result: null, error: status === 'failed' ? failureReason(url) : null };
	}
	const page = { url, title: pageName(url), status: 'success' as const };
	const data = contentOf(job.request, url);
	return { status, result: [{ ...page, data, html: null, markdown: null }], error: null };
}

export function crawlPages(job: ScriptedJob, nowMs: number): Schemas['CrawlPageList'] {
	const { result } = crawlBody(job, nowMs);
	const pages = (result ?? []).map((page, index) => ({
		...page,
		id: `${job.id}-page-${index + 1}`,
		error_message: null,
		created_at: isoTime(job.submittedMs),
	}));
	return { pages };
}
