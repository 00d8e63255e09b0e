import type { IDataObject } from 'n8n-workflow';
import { bodyJson, omit } from '../../shared/items/records';
import { renameErrorField } from '../../shared/items/names';
import type { OutputItem } from '../../shared/items/outputItem';
import type { JobType } from '../../shared/jobs/jobType';
import { toBatchItems } from '../../shared/jobTypes/batchItems';
import { batchJobType, batchListing } from '../../shared/jobTypes/batchJob';
import { toCrawlItems } from '../../shared/jobTypes/crawlItems';
import {
	crawlJobType,
	crawlListing,
	crawlRecordRequest,
	toCrawlRecord,
} from '../../shared/jobTypes/crawlJob';
import {
	logRequest,
	readLog,
	readLogUrls,
	scrapeLogListing,
	searchLogListing,
} from '../../shared/jobTypes/logRows';
import type { ResultView } from '../../shared/jobTypes/pageItems';
import { toScrapeItems } from '../../shared/jobTypes/scrapeItems';
import { scrapeJobType } from '../../shared/jobTypes/scrapeJob';
import { toSearchItems } from '../../shared/jobTypes/searchItems';
import { searchJobType } from '../../shared/jobTypes/searchJob';
import type { JobAnswer } from '../../shared/operations/operation';
import type { Listing } from '../../shared/transport/listing';
import { bodyText } from '../../shared/transport/serviceBody';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';

/** The types of jobs whose end can be reported. */
export type JobTypeName = 'batch' | 'crawl' | 'scrape' | 'search';

/** How a job ended. */
export type JobOutcome = 'finished' | 'failed' | 'cancelled';

/** A job as the service's listing of its type shows it. */
export interface JobRow {
	id: string;
	/** Milliseconds since the Unix epoch, by the service's clock. */
	startedAtMs: number;
	/** Absent while it is not done. */
	outcome?: JobOutcome;
	/** Addresses or query; absent where the listing does not name them. */
	subjects?: readonly string[];
	/** The row as an item shows it. */
	record: IDataObject;
}

/** Where the service lists the jobs of a type, newest first. */
export interface JobSource {
	kind: JobTypeName;
	/** What the operation Get Result of the type knows. */
	jobType: JobType;
	listing: Listing;
	/** Narrows the listing to unfinished jobs, where the service can. */
	unfinishedQuery?: IDataObject;
	/** Asks for one job as the listing shows it. */
	rowRequest(id: string): ServiceRequest;
	/** The row in the answer to `rowRequest`. */
	readOne(body: unknown): unknown;
	/** The field of a row with the time of its start. */
	startField: string;
	/** Addresses or query of a row; absent where the listing does not name them. */
	readSubjects?(row: unknown): string[];
	/** The row as an item shows it. */
	toRecord(row: IDataObject): IDataObject;
	/** The outcomes with which there is something to read. */
	outcomesWithResult: readonly JobOutcome[];
	toItems(answer: JobAnswer, view: ResultView): OutputItem[];
	/** The result that a log contains; absent where there are no logs. */
	fromLog?(data: unknown): object;
}

const ENDS: ReadonlyMap<string | undefined, JobOutcome> = new Map([
	['completed', 'finished'],
	['success', 'finished'],
	['failed', 'failed'],
	['error', 'failed'],
	['cancelled', 'cancelled'],
]);

/** No job was started before; a moment before it is no date, but a gap. */
const EARLIEST_MS = Date.UTC(2000, 0, 1);

/** How far the clock of a service may be ahead. */
const MAX_AHEAD_MS = 24 * 3_600_000;

/** One wrong date must not decide which jobs are new: listings are read by the dates of their rows. */
function readMoment(text: string | undefined, fallbackMs: number): number {
	const moment = Date.parse(text ?? '');
	return moment >= EARLIEST_MS && moment <= fallbackMs + MAX_AHEAD_MS ? moment : fallbackMs;
}

/** The texts with which logs, which know no such status, name a cancelled job (`api/openapi.yaml`, DELETE /search/{jobId}). */
const CANCELLED = /^(search )?cancelled\b/i;

/**
 * A row of a listing as a job; undefined without an ID.
 * @param fallbackMs when it was started, for a row that does not say so, or that can't be right
 */
export function toJobRow(
	{ listing, startField, readSubjects, toRecord }: JobSource,
	row: unknown,
	fallbackMs: number,
): JobRow | undefined {
	const id = bodyText(row, listing.idField);
	if (id === undefined) return undefined;
	const startedAtMs = readMoment(bodyText(row, startField), fallbackMs);
	const status = ENDS.get(bodyText(row, 'status'));
	const isCancelled = status === 'failed' && CANCELLED.test(bodyText(row, 'error_message') ?? '');
	const outcome = isCancelled ? 'cancelled' : status;
	return {
		id,
		startedAtMs,
		...(outcome && { outcome }),
		...(readSubjects && { subjects: readSubjects(row) }),
		record: renameErrorField(toRecord(bodyJson(row))),
	};
}

function textsIn(row: unknown, name: string): string[] {
	return [bodyText(row, name) ?? []].flat();
}

const logs = {
	unfinishedQuery: { status: 'in_progress' },
	readOne: readLog,
	startField: 'started_at',
	outcomesWithResult: ['finished' as const],
	toRecord: ({ uuid, ...log }: IDataObject) => ({ jobId: uuid, ...omit(log, 'result_data') }),
};

const SOURCES: Readonly<Record<JobTypeName, JobSource>> = {
	batch: {
		kind: 'batch',
		jobType: batchJobType,
		listing: batchListing,
		rowRequest: batchJobType.statusRequest,
		readOne: (body) => body,
		startField: 'createdAt',
		toRecord: ({ uuid, ...batch }) => ({ batchId: uuid, ...omit(batch, 'items') }),
		outcomesWithResult: ['finished', 'failed', 'cancelled'],
		toItems: toBatchItems,
	},
	crawl: {
		kind: 'crawl',
		jobType: crawlJobType,
		listing: crawlListing,
		rowRequest: crawlRecordRequest,
		readOne: (body) => body,
		startField: 'created_at',
		readSubjects: (row) => textsIn(row, 'base_url'),
		toRecord: toCrawlRecord,
		// A cancelled crawl keeps the pages that were done (`api/openapi.yaml`, DELETE /crawl/{jobId}).
		outcomesWithResult: ['finished', 'cancelled'],
		toItems: toCrawlItems,
	},
	scrape: {
		kind: 'scrape',
		jobType: scrapeJobType,
		listing: scrapeLogListing,
		rowRequest: (id) => logRequest(scrapeLogListing, id),
		readSubjects: readLogUrls,
		toItems: toScrapeItems,
		fromLog: (content) => ({ content }),
		...logs,
	},
	search: {
		kind: 'search',
		jobType: searchJobType,
		listing: searchLogListing,
		rowRequest: (id) => logRequest(searchLogListing, id),
		readSubjects: (row) => textsIn(row, 'query'),
		toItems: (answer, view) =>
			toSearchItems(answer, { ...view, splitInto: 'hit', failOnNoResults: false }),
		fromLog: (data) => ({ data }),
		...logs,
	},
};

/** The listing of a type of jobs. */
export function sourceOf(kind: JobTypeName): JobSource {
	return SOURCES[kind];
}
