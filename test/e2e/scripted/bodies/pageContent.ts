import type { components } from '../../../../api/generated/types';
import { pageName, readScript } from '../pageScript';
import { sampleAnswer } from '../sampleAnswer';
import { pageStatus, type PageStatus, type ScriptedJob, type ScriptedPage } from '../scriptedJob';

/** The form of failures (api/openapi.yaml, ScrapeJob). */
export function failureReason(url: string): string {
	return `Failed to scrape ${url}: net::ERR_NAME_NOT_RESOLVED`;
}

export function markdownOf(url: string): string {
	return `# ${pageName(url)}\n\nThe offer of the day.`;
}

/** What the service makes of a page: by the schema, else JSON or Markdown. */
export function contentOf(request: unknown, url: string): unknown {
	const { output, schema } = Object(request);
	const { rows } = readScript(url);
	if (schema !== undefined) return sampleAnswer(schema, pageName(url), rows);
	return output === 'json' ? { name: pageName(url) } : markdownOf(url);
}

/** The status of a job as a whole: of several pages, the one that is worst off decides. */
export function statusOfAll(pages: readonly ScriptedPage[], nowMs: number): PageStatus {
	const statuses = pages.map((page) => pageStatus(page, nowMs));
	const deciding = (['running', 'cancelled', 'failed'] as const).find((status) =>
		statuses.includes(status),
	);
	return deciding ?? 'completed';
}

export function progressOf(
	{ pages, submittedMs }: ScriptedJob,
	nowMs: number,
): components['schemas']['JobProgress'] {
	const lastEnd = Math.max(...pages.map(({ endsMs }) => endsMs));
	const share = lastEnd <= nowMs ? 1 : (nowMs - submittedMs) / (lastEnd - submittedMs);
	return { message: share === 1 ? 'Done' : 'Loading the page', progress: share };
}

export function isoTime(timeMs: number): string {
	return new Date(timeMs).toISOString();
}
