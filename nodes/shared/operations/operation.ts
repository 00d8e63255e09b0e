import type { IDataObject, INodeProperties } from 'n8n-workflow';
import type { OutputItem } from '../items/outputItem';
import type { ParameterValues } from '../items/parameterValues';
import type { JobTask } from '../jobs/jobTask';
import type { FileToSend } from '../transport/fileToSend';
import type { Listing } from '../transport/listing';
import type { ServiceClient } from '../transport/serviceClient';
import type { PageReport } from './pageReports';
import type { PagePrice } from './spending';
import type { ServiceAnswer, ServiceRequest } from '../transport/serviceRequest';

/** What an operation may know of an input item beside its parameters. */
export interface InputItem {
	index: number;
	json: IDataObject;
	/** Time zone of the workflow, e.g. `Europe/Berlin`: which day a moment belongs to. */
	timezone: string;
	fileFields: readonly string[];
	/**
	 * The file in a binary field.
	 * @throws n8n's own error when the item has no such field
	 */
	file(field: string): Promise<FileToSend>;
}

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
	/** What a model reads if the node is an agent's tool; the description where it is absent. */
	agentDescription?: string;
	/** When to prefer it to the others, for n8n's Assistant, which builds workflows. */
	builderHint?: string;
	/** Its own fields, without conditions on resource and operation. */
	fields: readonly INodeProperties[];
	/**
	 * What 'Latest' means to the parameter `field`: the newest job of a listing, which a workflow may name
	 * without knowing its ID. Absent where it has none.
	 */
	latest?: { field: string; listing: Listing };
}

/** Calls that are answered at once: one, a listing page by page, or several steps such as an upload. */
export interface RequestOperation extends OperationDescription {
	kind: 'request';
	/**
	 * Reads and checks the parameters of one item.
	 * @throws InputError
	 */
	prepare(values: ParameterValues, item: InputItem): PreparedCalls | Promise<PreparedCalls>;
}

export interface PreparedCalls {
	/** Input items with the same text here are answered by doing it once, e.g. cancelling the same job. */
	sharedBy?: string;
	/** @param say shows something worth noticing as a hint of the execution */
	run(
		client: ServiceClient,
		signal: AbortSignal | undefined,
		say?: (hint: string) => void,
	): Promise<OutputItem[]>;
}

/** A single call whose answer becomes items. */
export function singleCall(
	request: ServiceRequest,
	toItems: (answer: ServiceAnswer) => OutputItem[],
	sharedBy?: string,
): PreparedCalls {
	return {
		...(sharedBy !== undefined && { sharedBy }),
		run: async (client, signal) => toItems(await client.send(request, { signal })),
	};
}

/** Jobs: submitted or earlier ones, waited for, read. */
export interface JobOperation extends OperationDescription {
	kind: 'job';
	/** Reads and checks the parameters of all items, and shares them out to jobs; see `perItem`. */
	plan(items: readonly ItemParameters[]): JobPlan | Promise<JobPlan>;
}

export interface ItemParameters {
	item: InputItem;
	values: ParameterValues;
}

export interface JobPlan {
	jobs: PlannedJob[];
	refused: RefusedItem[];
	/** Things worth noticing about the input, shown as a hint of the execution. */
	hints?: string[];
	/** Makes the only item of a run that is to start nothing, from what a page costs. */
	estimate?(price: PagePrice): OutputItem;
}

/** An item that can't be used, found before anything was sent. */
export interface RefusedItem {
	itemIndex: number;
	error: unknown;
}

/** A job's status body with the ID it belongs to. */
export interface JobAnswer {
	jobId: string;
	body: unknown;
	/** Body of the answer to `collect`; absent without one, and when it could not be read. */
	collected?: unknown;
}

/** A request for the results, where the status body does not hold all of them. */
export interface ResultCollection {
	request(jobId: string): ServiceRequest;
	/** Whether an answer to it holds results; else something between answered. Default: it does. */
	hasResults?(body: unknown): boolean;
	/** Whether the status body alone is worth returning when the request does not work. */
	isOptional(body: unknown): boolean;
	/** Adds to what was collected what only further requests bring. */
	extend?(
		answer: JobAnswer,
		send: (request: ServiceRequest) => Promise<unknown>,
	): Promise<JobAnswer>;
}

export interface PreparedJob {
	task: Omit<JobTask, 'itemIndexes'>;
	/** Input items with the same text here share one job. Earlier jobs with equal fields always do. */
	sharedBy?: string;
	collect?: ResultCollection;
	toItems(answer: JobAnswer): OutputItem[];
	/** Items for a job whose time is over; by default one with its ID, status and progress. */
	toUnfinishedItems?(answer: JobAnswer): OutputItem[];
	/** What the run has to say about it beside its items. */
	report?(answer: JobAnswer): JobReport;
	/** What the job is about; comes first on its item while it has no result. */
	subject?: IDataObject;
}

/** What a run has to say about one of its jobs. */
export interface JobReport {
	/** About each page of a result: hints count them over all jobs. */
	pages?: PageReport[];
	/** What else somebody can act on, shown as a hint of the execution. */
	hints?: string[];
	/** What is good to know and needs nobody to act: it goes to n8n's log. */
	notes?: string[];
	/** What was answered over each page, JSON or not: fields that no page has are named after a run. */
	answers?: unknown[];
	/** What it cost, as far as the service says so. */
	credits?: number;
}

/** A job with the input items that it is for. */
export interface PlannedJob extends PreparedJob {
	/** The input items it answers for; their errors are the job's when it ends without a result. */
	itemIndexes: readonly number[];
	/** The position of its results among those of each input item, if other jobs belong to that too. */
	positions?: ReadonlyMap<number, number>;
	/** How many pages it reads at least. */
	addresses?: number;
}

export type Operation = RequestOperation | JobOperation;
