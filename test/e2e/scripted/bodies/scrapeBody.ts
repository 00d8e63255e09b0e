import type { components } from '../../../../api/generated/types';
import { pageName, readScript } from '../pageScript';
import { pageStatus, type ScriptedJob } from '../scriptedJob';
import { contentOf, failureReason, markdownOf, progressOf, statusOfAll } from './pageContent';

type Schemas = components['schemas'];

const NO_WORK = {
	durationMs: 1,
	captchaSolvedCount: 0,
	inputTokens: 0,
	outputTokens: 0,
	totalTokens: 0,
};

function screenshotUrl(job: ScriptedJob, url: string, origin: string): string | null {
	const { screenshotBytes } = readScript(url);
	return Object(job.request).screenshot === true
		? `${origin}/files/${pageName(url)}.png?bytes=${screenshotBytes}&signature=abc`
		: null;
}

function resultOf(job: ScriptedJob, origin: string): Schemas['ScrapeResult'] {
	const urls = job.pages.map(({ url }) => url);
	const data = urls.map((url) => ({
		url,
		title: pageName(url),
		markdownContent: markdownOf(url),
		success: true,
		screenshotUrl: screenshotUrl(job, url, origin),
		lowContent: false,
	}));
	const [first = ''] = urls;
	return {
		content: urls.length > 1 ? urls.map(markdownOf).join('\n\n') : contentOf(job.request, first),
		data,
		screenshots: data.flatMap((page) => page.screenshotUrl ?? []),
		ai_extraction_failed: false,
		stats: NO_WORK,
	};
}

export function scrapeBody(job: ScriptedJob, nowMs: number, origin: string): Schemas['ScrapeJob'] {
	const progress = progressOf(job, nowMs);
	const failed = job.pages.find((page) => pageStatus(page, nowMs) === 'failed');
	if (statusOfAll(job.pages, nowMs) === 'running') {
		return { status: 'active', progress, result: null, error: null };
	}
	if (failed) {
		return { status: 'failed', progress, result: null, error: failureReason(failed.url) };
	}
	return { status: 'completed', progress, result: resultOf(job, origin), error: null };
}
