import type { components } from '../../../api/generated/types';
import {
	type JobType,
	type JobState,
	jobListing,
	readJobState,
	createCancellableJobType,
} from '../jobs/jobType';
import { createListMethod, describeChoice } from '../operations/listMethod';
import type { Listing } from '../transport/listing';
import { bodyField, bodyText } from '../transport/serviceBody';
import { pathPart, type ServiceRequest } from '../transport/serviceRequest';
import type { IDataObject } from 'n8n-workflow';
import { toNumber } from '../items/parameterValues';
import { pickFields } from '../items/records';

export type CrawlRequest = components['schemas']['CrawlRequest'];

/** `api/openapi.yaml`, GET /crawl/history. */
export const crawlListing: Listing = {
	path: '/crawl/history',
	maxPageSize: 100,
	idField: 'id',
	rowsAt: ['jobs'],
	totalAt: ['total'],
};

export function crawlPath(jobId: string): string {
	return `/crawl/${pathPart(jobId)}`;
}

/** Asks for the record of a crawl: its configuration and statistics, without its pages. */
export function crawlRecordRequest(jobId: string): ServiceRequest {
	return { method: 'GET', path: `/crawl/job/${pathPart(jobId)}`, id: jobId, expects: ['id'] };
}

/** The state of a crawl in the history, which contains no pages. */
function readListedState(row: unknown): JobState {
	const [done, total] = [bodyField(row, 'pages_crawled'), bodyField(row, 'max_pages')];
	const isCounted = typeof done === 'number' && typeof total === 'number';
	return { ...readJobState(row), ...(isCounted && { progress: `${done} of ${total}` }) };
}

export const crawlJobType = createCancellableJobType({
	label: 'crawl',
	plural: 'crawls',
	lookUp: "with the operation 'Get Many' of the resource 'Crawl'",
	afterFailure: "To get the finished pages, use the operation 'Get Many' of the resource 'Page'.",
	timeoutSeconds: 1_800,
	path: crawlPath,
	usualSlots: 5,
	listing: jobListing(crawlListing, { readState: readListedState, fromJobs: 2 }),
});

/**
 * A crawl whose result is asked for by its ID. A cancelled one keeps the pages that were done (`api/openapi.yaml`,
 * Crawl job), and whoever asks for its result wants those.
 */
export const earlierCrawlType: JobType = {
	...crawlJobType,
	readState(body) {
		const state = readJobState(body);
		return state.name === 'cancelled' ? { ...state, name: 'completed' } : state;
	},
};

export const latestCrawl = { field: 'jobId', listing: crawlListing };

function describeCrawl(row: unknown): string {
	const address = bodyText(row, 'base_url')?.replace(/^https?:\/\//, '') ?? 'Unknown address';
	const pages = bodyField(row, 'pages_crawled');
	const facts = typeof pages === 'number' ? [pages === 1 ? '1 page' : `${pages} pages`] : [];
	return describeChoice(row, address, 'created_at', facts);
}

export const listCrawls = createListMethod({
	listing: crawlListing,
	describe: describeCrawl,
	hasLatest: true,
});

/**
 * A crawl record with its ID under the name all operations use, and its credits as a number:
 * `credits_used` can arrive as a decimal string (`api/openapi.yaml`, CrawlRecord).
 */
export function toCrawlRecord({ id, ...record }: IDataObject): IDataObject {
	const credits = toNumber(record.credits_used);
	return {
		...(id !== undefined && { jobId: id }),
		...record,
		...(credits !== undefined && { credits_used: credits }),
	};
}

/**
 * What a simplified record contains: n8n's guidelines want at most ten fields. Warnings are there only where
 * there are any.
 */
const SIMPLIFIED_FIELDS = [
	...['jobId', 'base_url', 'status', 'pages_crawled', 'max_pages', 'credits_used'],
	...['crawl_instruction', 'transform_instruction', 'created_at', 'updated_at'],
	'warnings',
];

/** As `toCrawlRecord`, without the tokens of the AI and what else a service adds. */
export function simplifyCrawlRecord(record: IDataObject): IDataObject {
	return pickFields(toCrawlRecord(record), SIMPLIFIED_FIELDS);
}
