import type { components } from '../../../../api/generated/types';
import { batchBody, batchSummary } from '../bodies/batchBody';
import { cancelPages, retryPages } from '../scriptedJob';
import {
	aboutJob,
	refuse,
	startJob,
	statusRoute,
	type Answer,
	type Route,
	type RouteCall,
} from './route';

type Schemas = components['schemas'];

function submit(call: RouteCall): Answer {
	const { urls = [] }: { urls?: string[] } = Object(call.body);
	const total = urls.length;
	if (total < 1 || total > 50) return refuse(400, 'urls must hold 1 to 50 addresses.');
	const { id } = startJob('batch', urls, call);
	const body: Schemas['BatchScrapeQueued'] = { status: 'queued', batchId: id, total };
	return { status: 202, body };
}

function list({ jobs, query, nowMs }: RouteCall): Answer {
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

function cancel(call: RouteCall): Answer {
	return aboutJob('batch', call, (job) => {
		const cancelledItems = cancelPages(job, call.nowMs);
		if (cancelledItems === 0) {
			return refuse(409, 'The batch has already ended.', 'ALREADY_TERMINAL');
		}
		const body: Schemas['BatchScrapeCancelled'] = {
			status: 'cancelled',
			cancelledItems,
			creditsRefunded: cancelledItems,
		};
		return { status: 200, body };
	});
}

function retry(call: RouteCall): Answer {
	return aboutJob('batch', call, (job) => {
		const retriedCount = retryPages(job, call.nowMs);
		if (retriedCount === 0) return refuse(400, 'No page of this batch has failed.');
		const body: Schemas['BatchScrapeRetryQueued'] = { status: 'queued', retriedCount };
		return { status: 202, body };
	});
}

export const batchRoutes: readonly Route[] = [
	{ method: 'POST', path: /^\/batch\/scrape$/, answer: submit },
	{ method: 'GET', path: /^\/batch\/scrape$/, answer: list },
	statusRoute('batch', /^\/batch\/scrape\/([^/]+)$/, batchBody),
	{ method: 'DELETE', path: /^\/batch\/scrape\/([^/]+)$/, answer: cancel },
	{ method: 'POST', path: /^\/batch\/scrape\/([^/]+)\/retry$/, answer: retry },
];
