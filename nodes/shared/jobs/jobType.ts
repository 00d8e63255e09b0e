import type { ServiceRequest } from '../transport/serviceRequest';
import { redact } from '../transport/redact';
import { bodyField, bodyText, isRecord } from '../transport/serviceBody';
import type { IDataObject } from 'n8n-workflow';
import { listingRequest, rowsById, type Listing } from '../transport/listing';

/** Within which bounds a jobType of job is asked for its status. */
export interface PollSchedule {
	/** Shortest wait between two status requests, in milliseconds. */
	minDelayMs: number;
	/** Longest wait, unless the service says that its allowance runs out. */
	maxDelayMs: number;
}

/** `api/openapi.yaml`, GET /scrape/{jobId} and GET /crawl/{jobId}: clients poll every 2 to 5 seconds. */
export const STEADY_SCHEDULE: PollSchedule = { minDelayMs: 2_000, maxDelayMs: 5_000 };

/** The state of a job, read from a status body. */
export interface JobState {
	/**
	 * What the status means to the runner. Unknown status values count as still running
	 * (`api/openapi.yaml`, JobProgress and the job schemas): a new value of the service must not end a wait.
	 */
	name: 'running' | 'completed' | 'failed' | 'cancelled';
	/** The service's own word for the status. */
	status: string;
	reason?: string;
	/** How far it is, for people. */
	progress?: string;
}

/** A listing of the service that gives the states of many jobs in one answer, without their results. */
export interface JobListing {
	request: ServiceRequest;
	/** The states of the jobs in an answer, by ID. */
	readStates(body: unknown): ReadonlyMap<string, JobState>;
	/** From how many running jobs on it is asked for instead of each job. */
	fromJobs: number;
}

/** What the runner must know of a jobType of job. Pure knowledge, no effects. */
export interface JobType {
	/** What people call it, lower case: "scrape job". */
	label: string;
	/** The same of several: "scrape jobs". */
	plural: string;
	/** The name of its ID on items and in messages. */
	idName: 'jobId' | 'batchId';
	/** The operation that takes the ID up again, as displayed. */
	resultOperation: string;
	/** Where to look for a job whose ID is not known: "in the node 'Web Data Logs'". */
	lookUp: string;
	/** What else a user can do with a job that failed, as a sentence; absent when there is nothing. */
	afterFailure?: string;
	/** How long one may take before the node gives up waiting, when the user does not say. */
	timeoutSeconds: number;
	schedule: PollSchedule;
	/** How many unfinished ones an account may usually have; the service's responses say if it is another number. */
	usualSlots?: number;
	/** Absent where the service has none. */
	listing?: JobListing;
	/** Finds the ID in the answer to a submit; undefined when there is none. */
	readId(body: unknown): string | undefined;
	readState(body: unknown): JobState;
	statusRequest(id: string): ServiceRequest;
	/**
	 * What a completed job lacks that its result must have, as the end of "The scrape job is complete, but …".
	 * Without it the node would be green with nothing.
	 * @param collected body of the answer with the results, where the status leaves them out
	 * @returns undefined for a result; one that is empty in the service's own words, such as a search
	 *   without hits, is one
	 */
	describeGap?(body: unknown, collected?: unknown): string | undefined;
	/** Absent when the service can't cancel this jobType. */
	cancelRequest?(id: string): ServiceRequest;
}

/** What a type of job must say of itself; `path` is where one is read. */
type JobTypeFacts = Pick<JobType, 'label' | 'plural' | 'lookUp' | 'timeoutSeconds'> &
	Partial<JobType> & {
		path(id: string): string;
		/** See `ServiceRequest`; of its status. */
		expects?: ServiceRequest['expects'];
	};

/** A type of job: unless it says otherwise, its ID is called `jobId`, and 'Get Result' takes it up again. */
export function createJobType<Facts extends JobTypeFacts>(facts: Facts): JobType & Facts {
	const { path, idName = 'jobId', expects = ['status'] } = facts;
	return {
		idName,
		resultOperation: 'Get Result',
		schedule: STEADY_SCHEDULE,
		readId: (body) => bodyText(body, idName),
		readState: readJobState,
		statusRequest: (id) => ({ method: 'GET', path: path(id), expects }),
		...facts,
	};
}

/** The same where the service can cancel one. */
export function createCancellableJobType<Facts extends JobTypeFacts>(facts: Facts) {
	const cancelRequest = (id: string): ServiceRequest => ({
		method: 'DELETE',
		path: facts.path(id),
		id,
	});
	return createJobType({ cancelRequest, ...facts });
}

const ENDED = ['completed', 'failed', 'cancelled'] as const;

/**
 * A share as per cent: from 0 to 1 (`api/openapi.yaml`, JobProgress), or a number above 1 that is per
 * cent already. Undefined for what is no share.
 */
function describeShare(share: unknown): string | undefined {
	if (typeof share !== 'number' || !(share >= 0)) return undefined;
	return `${Math.min(100, Math.round(share > 1 ? share : share * 100))}%`;
}

/** Progress as one line: the service's message with the count or share it gives, said once. */
export function describeProgress(progress: unknown): string | undefined {
	if (!isRecord(progress)) return undefined;
	const message = bodyText(progress, 'message');
	const percent = describeShare(progress.progress);
	const done = progress.pagesCrawled ?? progress.done;
	const total = progress.maxPages ?? progress.total;
	const count = typeof done === 'number' && typeof total === 'number' ? `${done} of ${total}` : '';
	const amount = percent ?? count;
	if (message === undefined) return amount || undefined;
	return amount && !message.includes(amount) ? `${message} (${amount})` : message;
}

/** Reads `status`, `error` and `progress`, which all status bodies share. */
export function readJobState(body: unknown): JobState {
	const status = bodyText(body, 'status') ?? 'unknown';
	const reason = bodyText(body, 'error');
	const progress = describeProgress(bodyField(body, 'progress'));
	return {
		name: ENDED.find((ended) => ended === status) ?? 'running',
		status,
		...(reason !== undefined && { reason: redact(reason) }),
		...(progress !== undefined && { progress: redact(progress) }),
	};
}

/**
 * The first page of a listing as the states of its jobs.
 * @param options.query narrows the listing down
 * @param options.readState reads a row
 * @param options.fromJobs see `JobListing`
 */
export function jobListing(
	listing: Listing,
	{
		query = {},
		readState,
		fromJobs,
	}: { query?: IDataObject; readState(row: unknown): JobState; fromJobs: number },
): JobListing {
	return {
		request: listingRequest(listing, { ...query, page: 1, limit: listing.maxPageSize }),
		readStates: (body) =>
			new Map([...rowsById(listing, body)].map(([id, row]) => [id, readState(row)])),
		fromJobs,
	};
}
