import type { INodeProperties } from 'n8n-workflow';
import type { OutputItem } from '../items/outputItem';
import type { ParameterValues } from '../items/parameterValues';
import type { JobTask } from '../jobs/jobTask';
import type { ServiceAnswer, ServiceRequest } from '../transport/serviceRequest';

/** What every operation is to n8n. */
interface OperationDescription {
	/** Absent in nodes without a resource selector. */
	resource?: string;
	/** The stable value that saved workflows hold. */
	value: string;
	/** Shown in the selector, Title Case. */
	name: string;
	/** Shown in n8n's node list and to AI agents: a sentence without a full stop. */
	action: string;
	description: string;
	/** Its own fields, without conditions on resource and operation. */
	fields: readonly INodeProperties[];
}

/** A call that is answered at once. */
export interface RequestOperation extends OperationDescription {
	kind: 'request';
	/**
	 * Reads and checks the parameters of one item.
	 * @throws InputError
	 */
	prepare(values: ParameterValues): PreparedRequest;
}

export interface PreparedRequest {
	request: ServiceRequest;
	toItems(answer: ServiceAnswer): OutputItem[];
}

/** A job per item: submitted or taken up, waited for, read. */
export interface JobOperation extends OperationDescription {
	kind: 'job';
	/**
	 * Reads and checks the parameters of one item.
	 * @throws InputError
	 */
	prepare(values: ParameterValues): PreparedJob;
}

/** A job's status body with the ID it belongs to. */
export interface JobAnswer {
	jobId: string;
	body: unknown;
}

export interface PreparedJob {
	task: Omit<JobTask, 'itemIndexes'>;
	/** The items of a completed job. */
	toItems(answer: JobAnswer): OutputItem[];
	/** Items for a job that goes on; by default one with its ID, status and progress. */
	toUnfinishedItems?(answer: JobAnswer): OutputItem[];
	/** Things worth telling about a result, shown as a hint of the execution. */
	toHints?(answer: JobAnswer): string[];
}

export type Operation = RequestOperation | JobOperation;
