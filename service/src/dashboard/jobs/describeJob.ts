import { z } from 'zod';
import { TERMINAL_STATES } from '../../engine/job.ts';
import { describeSubject } from '../../engine/subject.ts';
import type { ListedJob } from '../../db/jobListing.ts';
import { nameState } from '../view/controls.ts';

const KIND_NAMES: Readonly<Record<string, string>> = {
	scrape: 'Scrape',
	batch: 'Batch Scrape',
	crawl: 'Crawl',
	search: 'Search',
	parse: 'Parse',
};

const MAX_TITLE_LENGTH = 160;

/** Title-case name of a kind of job; an unknown one keeps its own. */
export function nameKind(kind: string): string {
	return KIND_NAMES[kind] ?? kind;
}

/** What a job is about, short enough for a list. */
export function titleOf({ request }: Pick<ListedJob, 'request'>): string {
	return describeSubject(request).slice(0, MAX_TITLE_LENGTH) || 'No description';
}

/** How far a running job is. */
export interface JobProgress {
	message: string;
	/** 0 to 1; undefined while nobody can say. */
	fraction: number | undefined;
}

const reported = z
	.object({
		message: z.string(),
		progress: z.number(),
		pagesCrawled: z.number(),
		maxPages: z.number(),
		done: z.number(),
		total: z.number(),
	})
	.partial();

/** Reads the progress of any kind of job: each room reports in the words of its own endpoint. */
export function readProgress(progress: object | undefined): JobProgress | undefined {
	const known = reported.safeParse(progress ?? {}).data;
	if (known === undefined || Object.keys(known).length === 0) return undefined;
	const fraction =
		known.progress ?? share(known.pagesCrawled, known.maxPages) ?? share(known.done, known.total);
	return {
		message: known.message ?? '',
		fraction: fraction === undefined ? undefined : Math.min(1, Math.max(0, fraction)),
	};
}

function share(done: number | undefined, total: number | undefined): number | undefined {
	if (done === undefined || total === undefined || total === 0) return undefined;
	return done / total;
}

/** What the script needs to keep the row of a job up to date. */
export interface JobChanges {
	id: string;
	state: string;
	/** Name of the state. */
	label: string;
	/** What the job is about, for announcements. */
	title: string;
	hasEnded: boolean;
	/** Of a running job. */
	message: string | null;
	/** 0 to 1. */
	fraction: number | null;
}

/**
 * A job as it stands now.
 * @param reported what it last said of itself
 */
export function describeChanges(job: ListedJob, reported: object | undefined): JobChanges {
	const { id, state } = job;
	const progress = state === 'active' ? readProgress(reported) : undefined;
	return {
		id,
		state,
		label: nameState(state),
		title: titleOf(job),
		hasEnded: TERMINAL_STATES.has(state),
		message: progress?.message ?? null,
		fraction: progress?.fraction ?? null,
	};
}

/** What the API can cancel on behalf of a job: the job itself, or the batch that it is part of. */
export interface Cancellation {
	label: string;
	/** Where the form that cancels is sent. */
	path: string;
}

/** How a job can be cancelled now; undefined when the API cannot. */
export function findCancellation(
	job: Pick<ListedJob, 'id' | 'kind' | 'state' | 'batchId'>,
): Cancellation | undefined {
	const { id, kind, state, batchId } = job;
	if (TERMINAL_STATES.has(state)) return undefined;
	if (batchId !== null) return { label: 'Cancel Batch', path: `/jobs/batch/${batchId}/cancel` };
	if (kind !== 'crawl' && kind !== 'search') return undefined;
	return { label: 'Cancel', path: `/jobs/${kind}/${id}/cancel` };
}
