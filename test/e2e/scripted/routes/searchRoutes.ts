import { setTimeout as sleep } from 'node:timers/promises';
import type { components } from '../../../../api/generated/types';
import { searchBody } from '../bodies/searchBody';
import { pageUrl } from '../pageScript';
import { endsMs, hasEnded } from '../scriptedJob';
import {
	cancelRoute,
	startJob,
	statusRoute,
	type Answer,
	type Route,
	type RouteCall,
} from './route';

type Schemas = components['schemas'];

/** gaps.md, Search: `wait` holds up to 20 s. */
const LONGEST_HOLD_MS = 20_000;

/** The query goes as the address in it says; one without is done at once. */
async function submit(call: RouteCall): Promise<Answer> {
	const { query, wait }: { query?: string; wait?: boolean } = Object(call.body);
	const url = /https?:\S+/.exec(query ?? '')?.[0] ?? pageUrl('found');
	const job = startJob('search', [url], call);
	if (wait !== true) {
		const body: Schemas['Queued'] = { status: 'queued', jobId: job.id };
		return { status: 202, body };
	}
	await sleep(Math.min(LONGEST_HOLD_MS, endsMs(job) - call.nowMs));
	const nowMs = Date.now();
	if (hasEnded(job, nowMs)) job.endToldMs ??= nowMs;
	const { status, result, error } = searchBody(job, nowMs);
	const body: Schemas['SearchWaited'] = { status, jobId: job.id, result, error };
	return { status: 200, body };
}

export const searchRoutes: readonly Route[] = [
	{ method: 'POST', path: /^\/search$/, answer: submit },
	statusRoute('search', /^\/search\/([^/]+)$/, searchBody),
	cancelRoute('search', /^\/search\/([^/]+)$/),
];
