import type { components } from '../../../../api/generated/types';
import { cancelPages, hasEnded, startPage, type JobKind, type ScriptedJob } from '../scriptedJob';

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

export interface Route {
	method: string;
	/** Below the base URL; its group is the ID. */
	path: RegExp;
	answer(call: RouteCall): Answer | Promise<Answer>;
}

export function refuse(status: number, message: string, code?: string): Answer {
	const body: components['schemas']['Error'] = {
		status: 'error',
		message,
		...(code !== undefined && { code }),
	};
	return { status, body };
}

/** Accepts a job for these addresses, and begins the work at once. */
export function startJob(kind: JobKind, urls: readonly string[], call: RouteCall): ScriptedJob {
	const { jobs, body, nowMs } = call;
	const number = jobs.filter((job) => job.kind === kind).length + 1;
	const job: ScriptedJob = {
		id: `${kind}-${String(number).padStart(3, '0')}`,
		kind,
		request: body,
		pages: urls.map((url) => startPage(url, nowMs)),
		submittedMs: nowMs,
	};
	jobs.push(job);
	return job;
}

/** Answers about a job that exists. */
export function aboutJob(
	kind: JobKind,
	call: RouteCall,
	answer: (job: ScriptedJob) => Answer,
): Answer {
	const job = call.jobs.find((candidate) => candidate.kind === kind && candidate.id === call.id);
	return job ? answer(job) : refuse(404, `There is no ${kind} ${call.id}`, 'JOB_NOT_FOUND');
}

/** The route to the status of a job; it notes when the end was told. */
export function statusRoute(
	kind: JobKind,
	path: RegExp,
	toBody: (job: ScriptedJob, nowMs: number, origin: string) => object,
): Route {
	return {
		method: 'GET',
		path,
		answer: (call) =>
			aboutJob(kind, call, (job) => {
				if (hasEnded(job, call.nowMs)) job.endToldMs ??= call.nowMs;
				return { status: 200, body: toBody(job, call.nowMs, call.origin) };
			}),
	};
}

/** The route that cancels a crawl or a search. */
export function cancelRoute(kind: JobKind, path: RegExp): Route {
	return {
		method: 'DELETE',
		path,
		answer: (call) =>
			aboutJob(kind, call, (job) => {
				if (cancelPages(job, call.nowMs) === 0) {
					return refuse(400, 'Cannot cancel a job that has already ended.');
				}
				const body: components['schemas']['JobCancelled'] = { status: 'cancelled', jobId: job.id };
				return { status: 200, body };
			}),
	};
}
