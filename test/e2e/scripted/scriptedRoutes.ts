import type { components } from '../../../api/generated/types';
import { batchBody, batchSummary, scrapeBody } from './jobBodies';
import {
	cancelPages,
	hasEnded,
	retryPages,
	startPage,
	type JobKind,
	type ScriptedJob,
} from './scriptedJob';

type Schemas = components['schemas'];

export interface Answer {
	status: number;
	headers?: Record<string, string>;
	body: unknown;
}

/** What an answer is made from. */
export interface RouteCall {
	/** The ID in the path; empty where it has none. */
	id: string;
	query: URLSearchParams;
	body: unknown;
	jobs: ScriptedJob[];
	origin: string;
	nowMs: number;
}

interface Route {
	method: string;
	/** Below the base URL; its group is the ID. */
	path: RegExp;
	answer(call: RouteCall): Answer;
}

function refuse(status: number, message: string, code?: string): Answer {
	const body: Schemas['Error'] = { status: 'error', message, ...(code !== undefined && { code }) };
	return { status, body };
}

function listUrls(body: unknown): string[] {
	const { urls }: { urls?: unknown } = Object(body);
	if (!Array.isArray(urls)) return [];
	return urls.map((entry: unknown) => (typeof entry === 'string' ? entry : Object(entry).url));
}

function startJob(kind: JobKind, { jobs, body, nowMs }: RouteCall): ScriptedJob {
	const number = jobs.filter((job) => job.kind === kind).length + 1;
	const job: ScriptedJob = {
		id: `${kind}-${String(number).padStart(3, '0')}`,
		kind,
		request: body,
		pages: listUrls(body).map((url) => startPage(url, nowMs)),
		submittedMs: nowMs,
	};
	jobs.push(job);
	return job;
}

/** Answers about a job that exists, and notes when its end was told. */
function aboutJob(kind: JobKind, call: RouteCall, answer: (job: ScriptedJob) => Answer): Answer {
	const job = call.jobs.find((candidate) => candidate.kind === kind && candidate.id === call.id);
	return job ? answer(job) : refuse(404, `No ${kind} ${call.id}`, 'JOB_NOT_FOUND');
}

function tellStatus(job: ScriptedJob, nowMs: number, body: object): Answer {
	if (hasEnded(job, nowMs)) job.endToldMs ??= nowMs;
	return { status: 200, body };
}

function submitScrape(call: RouteCall): Answer {
	const count = listUrls(call.body).length;
	if (count < 1 || count > 3) return refuse(400, 'You must pass 1 to 3 URLs with actions.');
	const { id } = startJob('scrape', call);
	const message = `Job queued. Poll /scrape/${id} for the result.`;
	const body: Schemas['ScrapeQueued'] = { status: 'queued', jobId: id, message };
	return { status: 202, body };
}

function submitBatch(call: RouteCall): Answer {
	const total = listUrls(call.body).length;
	if (total < 1 || total > 50) return refuse(400, 'urls must hold 1 to 50 addresses.');
	const { id } = startJob('batch', call);
	const body: Schemas['BatchScrapeQueued'] = { status: 'queued', batchId: id, total };
	return { status: 202, body };
}

function listBatches({ jobs, query, nowMs }: RouteCall): Answer {
	const page = Number(query.get('page') ?? 1);
	const limit = Number(query.get('limit') ?? 20);
	const batches = jobs.filter(({ kind }) => kind === 'batch').reverse();
	const total = batches.length;
	const body: Schemas['BatchScrapeList'] = {
		jobs: batches.slice((page - 1) * limit, page * limit).map((job) => batchSummary(job, nowMs)),
		pagination: { page, limit, total, totalPages: Math.ceil(total / limit) },
	};
	return { status: 200, body };
}

function cancelBatch(call: RouteCall): Answer {
	return aboutJob('batch', call, (job) => {
		if (hasEnded(job, call.nowMs)) {
			return refuse(409, 'The batch has already ended.', 'ALREADY_TERMINAL');
		}
		const cancelledItems = cancelPages(job, call.nowMs);
		const body: Schemas['BatchScrapeCancelled'] = {
			status: 'cancelled',
			cancelledItems,
			creditsRefunded: cancelledItems,
		};
		return { status: 200, body };
	});
}

function retryBatch(call: RouteCall): Answer {
	return aboutJob('batch', call, (job) => {
		const retriedCount = retryPages(job, call.nowMs);
		if (retriedCount === 0) return refuse(400, 'No page of this batch has failed.');
		const body: Schemas['BatchScrapeRetryQueued'] = { status: 'queued', retriedCount };
		return { status: 202, body };
	});
}

const ROUTES: readonly Route[] = [
	{ method: 'POST', path: /^\/scrape$/, answer: submitScrape },
	{
		method: 'GET',
		path: /^\/scrape\/([^/]+)$/,
		answer: (call) =>
			aboutJob('scrape', call, (job) =>
				tellStatus(job, call.nowMs, scrapeBody(job, call.nowMs, call.origin)),
			),
	},
	{ method: 'POST', path: /^\/batch\/scrape$/, answer: submitBatch },
	{ method: 'GET', path: /^\/batch\/scrape$/, answer: listBatches },
	{
		method: 'GET',
		path: /^\/batch\/scrape\/([^/]+)$/,
		answer: (call) =>
			aboutJob('batch', call, (job) => tellStatus(job, call.nowMs, batchBody(job, call.nowMs))),
	},
	{ method: 'DELETE', path: /^\/batch\/scrape\/([^/]+)$/, answer: cancelBatch },
	{ method: 'POST', path: /^\/batch\/scrape\/([^/]+)\/retry$/, answer: retryBatch },
	{
		method: 'GET',
		path: /^\/usage-stats$/,
		answer: ({ query }) =>
			['7d', '30d', 'weekly'].includes(query.get('range') ?? '')
				? { status: 200, body: { status: 'success', data: [] } }
				: refuse(400, 'Invalid or missing range'),
	},
];

/** The service's answer to a request that carries the right key. */
export function answerRoute(method: string, path: string, call: Omit<RouteCall, 'id'>): Answer {
	for (const route of ROUTES) {
		const match = route.method === method && route.path.exec(path);
		if (match) return route.answer({ ...call, id: match[1] ?? '' });
	}
	return NOT_FOUND;
}

export const NOT_FOUND = refuse(404, 'Not found');

/** The answer to a request without the right key (reference, Authentication). */
export const UNAUTHORIZED = refuse(401, 'Access token invalid or expired');
