import type { components } from '../../../../api/generated/types';
import { scrapeBody } from '../bodies/scrapeBody';
import { refuse, startJob, statusRoute, type Answer, type Route, type RouteCall } from './route';

function submit(call: RouteCall): Answer {
	const { urls = [] }: { urls?: Array<{ url: string }> } = Object(call.body);
	if (urls.length < 1 || urls.length > 3) {
		return refuse(400, 'You must pass 1 to 3 URLs with actions.');
	}
	const { id } = startJob(
		'scrape',
		urls.map(({ url }) => url),
		call,
	);
	const message = `Job queued. Poll /scrape/${id} for the result.`;
	const body: components['schemas']['ScrapeQueued'] = { status: 'queued', jobId: id, message };
	return { status: 202, body };
}

export const scrapeRoutes: readonly Route[] = [
	{ method: 'POST', path: /^\/scrape$/, answer: submit },
	statusRoute('scrape', /^\/scrape\/([^/]+)$/, scrapeBody),
];
