import type { components } from '../../../../api/generated/types';
import { crawlBody, crawlPages } from '../bodies/crawlBody';
import {
	aboutJob,
	cancelRoute,
	startJob,
	statusRoute,
	type Answer,
	type Route,
	type RouteCall,
} from './route';

function submit(call: RouteCall): Answer {
	const { id } = startJob('crawl', [Object(call.body).baseUrl], call);
	const body: components['schemas']['Queued'] = { status: 'queued', jobId: id };
	return { status: 202, body };
}

export const crawlRoutes: readonly Route[] = [
	{ method: 'POST', path: /^\/crawl$/, answer: submit },
	statusRoute('crawl', /^\/crawl\/([^/]+)$/, crawlBody),
	{
		method: 'GET',
		path: /^\/crawl\/([^/]+)\/pages$/,
		answer: (call) =>
			aboutJob('crawl', call, (job) => ({ status: 200, body: crawlPages(job, call.nowMs) })),
	},
	cancelRoute('crawl', /^\/crawl\/([^/]+)$/),
];
