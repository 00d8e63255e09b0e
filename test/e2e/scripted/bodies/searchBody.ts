import type { components } from '../../../../api/generated/types';
import { pageName } from '../pageScript';
import type { ScriptedJob } from '../scriptedJob';
import { progressOf, statusOfAll } from './pageContent';

type Schemas = components['schemas'];

/** A search that finds the address in its query and nothing else. */
export function searchBody(job: ScriptedJob, nowMs: number): Schemas['SearchJob'] {
	const progress = progressOf(job, nowMs);
	const status = statusOfAll(job.pages, nowMs);
	if (status === 'running') return { status: 'active', progress, result: null, error: null };
	if (status !== 'completed') {
		// Reference, Search job: there is no cancelled state.
		const error = status === 'cancelled' ? 'Search cancelled' : 'The search failed';
		return { status: 'failed', progress, result: null, error };
	}
	const web = job.pages.map(({ url }, index) => ({
		title: pageName(url),
		url,
		position: index + 1,
	}));
	const result = { success: true, data: { web }, stats: { durationMs: 1 } };
	return { status, progress, result, error: null };
}
