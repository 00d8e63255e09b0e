import type { ServiceRequest } from '../transport/serviceRequest';
import type { PollSchedule } from './pollSchedule';

/** The state of a job, read from a status body. */
export interface JobState {
	/**
	 * What the status means to the runner. Unknown status values count as still running
	 * (`api/openapi.yaml`, JobProgress and the job schemas): a new value of the service must not end a wait.
	 */
	name: 'running' | 'completed' | 'failed' | 'cancelled';
	/** The service's own word for the status. */
	status: string;
	/** The service's reason, when failed. */
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
	/** Under which name its ID stands on items and in messages. */
	idName: 'jobId' | 'batchId';
	/** The operation that takes the ID up again, as displayed. */
	resultOperation: string;
	/** Where to look for a job whose ID is not known: "in the node 'Web Data Logs'". */
	lookUp: string;
	/** What else a user can do with a job that failed, as a sentence; absent when there is nothing. */
	afterFailure?: string;
	schedule: PollSchedule;
	/** How many unfinished ones an account usually may have: the service's answers tell when it is another number. */
	usualSlots?: number;
	/** Absent where the service has none. */
	listing?: JobListing;
	/** Finds the ID in the answer to a submit; undefined when there is none. */
	readId(body: unknown): string | undefined;
	readState(body: unknown): JobState;
	statusRequest(id: string): ServiceRequest;
	/** Absent when the service can't cancel this jobType. */
	cancelRequest?(id: string): ServiceRequest;
}
