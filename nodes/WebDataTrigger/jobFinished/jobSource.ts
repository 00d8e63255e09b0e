import type { IDataObject } from 'n8n-workflow';
import { bodyJson, omit } from '../../shared/items/records';
import { renameErrorField } from '../../shared/items/names';
import type { JobType } from '../../shared/jobs/jobType';
import { batchJobType, batchListing } from '../../shared/jobTypes/batchJob';
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
import { scrapeJobType } from '../../shared/jobTypes/scrapeJob';
import { searchJobType } from '../../shared/jobTypes/searchJob';
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
	readOne(body: unknown): IDataObject;
	/** @param fallbackMs when it was started, for a row that does not say so */
	toRow(row: unknown, fallbackMs: number): JobRow | undefined;
}

const ENDS: ReadonlyMap<string | undefined, JobOutcome> = new Map([
	['completed', 'finished'],
	['success', 'finished'],
	['failed', 'failed'],
	['error', 'failed'],
	['cancelled', 'cancelled'],
]);

/** The texts with which logs, which know no such status, name a cancelled job (`api/openapi.yaml`, DELETE /search/{jobId}). */
const CANCELLED = /^(search )?cancelled\b/i;

function readOutcome(row: unknown): JobOutcome | undefined {
	const outcome = ENDS.get(bodyText(row, 'status'));
	const isCancelled = CANCELLED.test(bodyText(row, 'error_message') ?? '');
	return outcome === 'failed' && isCancelled ? 'cancelled' : outcome;
}

function timeOf(row: unknown, field: string, fallbackMs: number): number {
	const timeMs = Date.parse(bodyText(row, field) ?? '');
	return Number.isNaN(timeMs) ? fallbackMs : timeMs;
}

function toJobRow(
	row: unknown,
	id: string | undefined,
	fields: Omit<JobRow, 'id' | 'outcome'>,
): JobRow | undefined {
	if (id === undefined) return undefined;
	const outcome = readOutcome(row);
	return { id, ...fields, ...(outcome && { outcome }) };
}

/** A row with its ID under the name that all operations use. */
function withId(row: unknown, idName: 'jobId' | 'batchId'): IDataObject {
	const { uuid, ...fields } = bodyJson(row);
	return { [idName]: uuid, ...renameErrorField(fields) };
}

function logSource(
	kind: 'scrape' | 'search',
	listing: Listing,
	subjectsOf: (row: unknown) => string[],
): JobSource {
	return {
		kind,
		jobType: kind === 'scrape' ? scrapeJobType : searchJobType,
		listing,
		unfinishedQuery: { status: 'in_progress' },
		rowRequest: (id) => logRequest(listing, id),
		readOne: (body) => bodyJson(readLog(body)),
		toRow(row, fallbackMs) {
			const record = omit(withId(row, 'jobId'), 'result_data');
			return toJobRow(row, bodyText(row, 'uuid'), {
				startedAtMs: timeOf(row, 'started_at', fallbackMs),
				subjects: subjectsOf(row),
				record,
			});
		},
	};
}

const SOURCES: Readonly<Record<JobTypeName, JobSource>> = {
	batch: {
		kind: 'batch',
		jobType: batchJobType,
		listing: batchListing,
		rowRequest: batchJobType.statusRequest,
		readOne: bodyJson,
		toRow(row, fallbackMs) {
			const record = omit(withId(row, 'batchId'), 'items');
			return toJobRow(row, bodyText(row, 'uuid'), {
				startedAtMs: timeOf(row, 'createdAt', fallbackMs),
				record,
			});
		},
	},
	crawl: {
		kind: 'crawl',
		jobType: crawlJobType,
		listing: crawlListing,
		rowRequest: crawlRecordRequest,
		readOne: bodyJson,
		toRow(row, fallbackMs) {
			const url = bodyText(row, 'base_url');
			return toJobRow(row, bodyText(row, 'id'), {
				startedAtMs: timeOf(row, 'created_at', fallbackMs),
				subjects: url === undefined ? [] : [url],
				record: renameErrorField(toCrawlRecord(bodyJson(row))),
			});
		},
	},
	scrape: logSource('scrape', scrapeLogListing, readLogUrls),
	search: logSource('search', searchLogListing, (row) => {
		const query = bodyText(row, 'query');
		return query === undefined ? [] : [query];
	}),
};

/** The listing of a type of jobs. */
export function sourceOf(kind: JobTypeName): JobSource {
	return SOURCES[kind];
}
