import type { IDataObject } from 'n8n-workflow';
import { crawlListing, type CrawlRequest } from '../../shared/jobTypes/crawlJob';
import { crawlPagesCollection, readPages } from '../../shared/jobTypes/crawlItems';
import type { ResultCollection } from '../../shared/operations/operation';
import { listingRequest, readListingPage } from '../../shared/transport/listing';
import { bodyField, bodyText } from '../../shared/transport/serviceBody';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';
import { comparePages, type Comparison } from './comparePages';

/** Crawls of the account that are looked through for the previous one. */
const MAX_HISTORY_PAGES = 5;

/** `api/openapi.yaml`, CrawlRequest.maxPages. */
const DEFAULT_MAX_PAGES = 5;

/** Sends a request and returns the body of its answer. */
type Send = (request: ServiceRequest) => Promise<unknown>;

/**
 * Collects the pages of a crawl compared with those of the previous completed crawl of the same start address and
 * prompt. Both are stored at the service, so comparing costs nothing.
 */
export function comparedCollection(request: CrawlRequest, onlyChanges: boolean): ResultCollection {
	return {
		...crawlPagesCollection,
		async extend(answer, send) {
			const previousId = await findPrevious(send, answer.jobId, request);
			const previous = previousId === undefined ? [] : await readCrawl(send, previousId);
			const current = readPages(answer);
			const readCount = current.filter(({ status }) => status === 'success').length;
			const isWhole =
				bodyText(answer.body, 'status') === 'completed' &&
				readCount < (request.maxPages ?? DEFAULT_MAX_PAGES);
			const compared = comparePages(current, previous, isWhole);
			const { pages } = compared;
			const collected = {
				pages: onlyChanges ? pages.filter(({ change }) => change !== 'same') : pages,
				comparison: describe(compared, previousId, isWhole),
			};
			return { ...answer, collected };
		},
	};
}

async function readCrawl(send: Send, jobId: string): Promise<IDataObject[]> {
	const collected = await send(crawlPagesCollection.request(jobId));
	return readPages({ jobId, body: undefined, collected });
}

/** The ID of the latest completed crawl before this one with the same start and prompt. */
async function findPrevious(
	send: Send,
	jobId: string,
	request: CrawlRequest,
): Promise<string | undefined> {
	let isBefore = false;
	for (let page = 1; page <= MAX_HISTORY_PAGES; page += 1) {
		const limit = crawlListing.maxPageSize;
		const { rows } = readListingPage(
			crawlListing,
			await send(listingRequest(crawlListing, { page, limit })),
		);
		for (const row of rows) {
			if (isBefore && isSame(row, request)) return bodyText(row, 'id');
			if (bodyText(row, 'id') === jobId) isBefore = true;
		}
		if (rows.length < limit) return undefined;
	}
	return undefined;
}

function isSame(row: unknown, { baseUrl, transformInstruction = '' }: CrawlRequest): boolean {
	return (
		bodyText(row, 'status') === 'completed' &&
		bodyText(row, 'base_url') === baseUrl &&
		(bodyField(row, 'transform_instruction') ?? '') === transformInstruction
	);
}

function describe(
	{ counts, passingLine }: Comparison,
	previousId: string | undefined,
	isWhole: boolean,
): string[] {
	if (previousId === undefined) {
		return ['There is no earlier crawl of this start URL and prompt, so every page is new'];
	}
	const { new: added, changed, same, removed } = counts;
	const gone = isWhole
		? `${removed} removed`
		: 'removed ones are unknown, because the crawl stopped at Max Pages';
	return [
		`Compared with crawl ${previousId}: ${added} new, ${changed} changed, ${same} the same, ${gone}`,
		...(passingLine === undefined
			? []
			: [
					`Figures that changed on most pages do not count, such as those in '${passingLine.slice(0, 100)}'`,
				]),
	];
}
