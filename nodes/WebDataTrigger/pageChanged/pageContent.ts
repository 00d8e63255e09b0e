import type { IDataObject } from 'n8n-workflow';
import { explainReason } from '../../shared/jobs/pageAdvice';
import { DEFAULT_RESULT_VIEW } from '../../shared/jobTypes/pageItems';
import { toScrapeItems } from '../../shared/jobTypes/scrapeItems';
import { asScrapeJob, type ScrapeJob } from '../../shared/jobTypes/scrapeJob';
import { isRecord } from '../../shared/transport/serviceBody';
import { linesOf } from './pageVersion';

/** What a check read of a page. */
export interface PageContent {
	title: string | null;
	/** Markdown, or the answer of the AI as JSON. */
	content: IDataObject[string];
	/** What is compared. */
	lines: string[];
	/** Whether the page gave very little text. */
	isLow: boolean;
}

/** Every value of an answer on its own line: `products[0].price: 49.5` */
function flatten(value: unknown, path: string): string[] {
	if (Array.isArray(value) && value.length > 0) {
		return value.flatMap((entry, index) => flatten(entry, `${path}[${index}]`));
	}
	if (isRecord(value) && Object.keys(value).length > 0) {
		const names = Object.keys(value).sort();
		return names.flatMap((name) => flatten(value[name], path === '' ? name : `${path}.${name}`));
	}
	return [`${path === '' ? 'value' : path}: ${JSON.stringify(value ?? null)}`];
}

/** Parts of a path: `products[0].price` as products, 0, price. */
export function pathParts(path: string): string[] {
	return path.split(/[.[\]]/).filter((part) => part !== '');
}

function fieldOf(answer: unknown, path: string): { value: unknown } | undefined {
	let value = answer;
	for (const part of pathParts(path)) {
		if (Array.isArray(value)) value = value[Number(part)];
		else value = isRecord(value) && Object.hasOwn(value, part) ? value[part] : undefined;
		if (value === undefined) return undefined;
	}
	return { value };
}

function toLines(content: unknown, field: string): string[] | { reason: string } {
	if (field !== '') {
		const found = fieldOf(content, field);
		if (found) return flatten(found.value, field);
		const names = isRecord(content) ? Object.keys(content).join(', ') : 'no fields';
		return { reason: `The answer has no field '${field}'. It has ${names.slice(0, 200)}` };
	}
	return typeof content === 'string' ? linesOf(content) : flatten(content, '');
}

/** Why a completed job says nothing about the page; undefined when it does. */
function findReason({ result }: ScrapeJob): string | undefined {
	const [page] = result.data;
	if (page?.success === false) return explainReason(page.error || 'The page could not be read');
	if (result.ai_extraction_failed === true) return 'No answer could be extracted';
	if (result.extraction_empty === true) return 'No value was found for any field';
	// What is missing of it would count as removed.
	if (page?.list?.ended === 'time') return 'The list could not be read to its end in time';
	const signIn = page && findSignIn(page, result.warnings);
	return signIn === undefined
		? undefined
		: `The page is now a sign-in page: ${signIn}. The session may have expired`;
}

/** Paths and hosts of sign-in pages: /login, /users/sign_in, /account/signin, sso.example.com. */
const SIGN_IN =
	/(?:^|[/.?_-])(?:log[-_]?in|log[-_]?on|sign[-_]?in|sign[-_]?on|sso|auth|oauth2?)(?:$|[/.?_-])/i;

/**
 * The address of a sign-in page that came in place of another; undefined where none did. The local service
 * says so in a warning; other services show where a redirect led to.
 */
function findSignIn(
	{ url, finalUrl }: Pick<ScrapeJob['result']['data'][number], 'url' | 'finalUrl'>,
	warnings: readonly string[],
): string | undefined {
	// Who watches a sign-in page means it.
	if (SIGN_IN.test(url)) return undefined;
	const isWarnedOf = warnings.some((warning) =>
		warning.startsWith('This looks like a sign-in page'),
	);
	const isRedirected = finalUrl !== undefined && finalUrl !== null && SIGN_IN.test(finalUrl);
	return isWarnedOf || isRedirected ? (finalUrl ?? url) : undefined;
}

/** Above each entry of a list that was read to its end (`api/openapi.yaml`, ForEachAction). */
const ENTRY_HEADING = /^#{1,6} Item \d+$/;

/**
 * The content of a completed scrape job, or why it says nothing about the page: a page that could not
 * be read, or an AI without an answer, is no change.
 * @param field path of the value to compare; empty for all
 */
export function readPageContent(
	jobId: string,
	body: unknown,
	field: string,
): PageContent | { reason: string } {
	const job = asScrapeJob(body);
	const reason = findReason(job);
	if (reason !== undefined) return { reason };
	const view = { ...DEFAULT_RESULT_VIEW, splitInto: 'job' } as const;
	const [item] = toScrapeItems({ jobId, body }, view);
	const content = item?.json.content ?? null;
	if (content === null) return { reason: 'The page gave no content' };
	const found = toLines(content, field);
	if ('reason' in found) return found;
	const [page] = job.result.data;
	// A new entry gives the others another number.
	const lines = page?.list ? found.filter((line) => !ENTRY_HEADING.test(line)) : found;
	if (lines.length === 0) return { reason: 'The page gave no text' };
	return { title: page?.title ?? null, content, lines, isLow: page?.lowContent === true };
}
