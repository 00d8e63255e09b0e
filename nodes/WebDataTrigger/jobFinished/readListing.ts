import type { IDataObject } from 'n8n-workflow';
import { bodyJson } from '../../shared/items/records';
import { listingRequest, readListingPage } from '../../shared/transport/listing';
import { trySend } from '../../shared/transport/serviceClient';
import { unreadableAnswerError } from '../../shared/transport/serviceError';
import type { PollServices } from '../triggerEvent';
import { toJobRow, type JobRow, type JobSource } from './jobSource';
import type { KnownJobs } from './knownJobs';

/** Most pages of a listing that a poll reads: 10,000 jobs, of batches 5,000. */
const MAX_PAGES = 100;

/** Pages that are read further for the sake of open jobs, before these are asked for one by one. */
const PAGES_FOR_OPEN_JOBS = 5;

/** Open jobs that a poll asks for one by one; the others have their turn in the next polls. */
const MAX_LOOKED_UP = 20;

/** How often a listing is read again from its start when jobs disappear from it while it is read. */
const MAX_RESTARTS = 2;

async function readPage(
	source: JobSource,
	{ client, clock, deadlineMs }: PollServices,
	query: IDataObject & { page: number },
): Promise<{ rows: JobRow[]; isLast: boolean; total: number | undefined }> {
	const { listing } = source;
	const limit = listing.maxPageSize;
	const request = listingRequest(listing, { ...query, limit });
	const { body } = await client.send(request, { deadlineMs });
	const { rows: given, total } = readListingPage(listing, body);
	let fallbackMs = clock.now();
	const rows = given.flatMap((entry) => {
		const row = toJobRow(source, entry, fallbackMs);
		fallbackMs = row?.startedAtMs ?? fallbackMs;
		return row ?? [];
	});
	const hasMore = given.length >= limit || (total ?? 0) > query.page * limit;
	return { rows, isLast: given.length === 0 || !hasMore, total };
}

/**
 * Reads a listing, newest first, until a page says enough. A job that disappears from the listing
 * meanwhile pulls a later one over the edge between two pages: then it is read again.
 */
async function readPages(
	source: JobSource,
	services: PollServices,
	isEnough: (rows: readonly JobRow[], page: number) => boolean,
	query: IDataObject = {},
): Promise<JobRow[]> {
	const found = new Map<string, JobRow>();
	let lastTotal = 0;
	let restarts = 0;
	for (let page = 1; page <= MAX_PAGES; page += 1) {
		const {
			rows,
			isLast,
			total = lastTotal,
		} = await readPage(source, services, { ...query, page });
		for (const row of rows) found.set(row.id, row);
		const hasShrunk = page > 1 && total < lastTotal && restarts < MAX_RESTARTS;
		lastTotal = total;
		if (hasShrunk) {
			restarts += 1;
			page = 0;
		} else if (isLast || isEnough(rows, page)) {
			return [...found.values()];
		}
	}
	services.warn(
		`More than ${MAX_PAGES * source.listing.maxPageSize} jobs were started since the last poll (${source.kind}). The oldest are left out.`,
	);
	return [...found.values()];
}

/** The newest jobs, and those that run. */
export async function readFirstSight(source: JobSource, services: PollServices): Promise<JobRow[]> {
	const isEnough = (rows: readonly JobRow[], page: number) =>
		page >= PAGES_FOR_OPEN_JOBS || rows.every(({ outcome }) => outcome !== undefined);
	if (!source.unfinishedQuery) return await readPages(source, services, isEnough);
	const newest = await readPages(source, services, () => true);
	const unfinished = await readPages(source, services, isEnough, source.unfinishedQuery);
	return [...new Map([...unfinished, ...newest].map((row) => [row.id, row])).values()];
}

/**
 * Reads all jobs started since `sinceMs`, and looks up those that were open before.
 * @returns `gone` are open jobs that the service does not know any more; of the known jobs, those whose
 * turn was now are the last to be looked up again
 */
export async function readSince(
	source: JobSource,
	known: KnownJobs,
	services: PollServices,
): Promise<{ rows: JobRow[]; gone: Set<string>; known: KnownJobs }> {
	const { sinceMs, open } = known;
	const oldestOpenMs = Math.min(sinceMs, ...open.map(([, startedAtMs]) => startedAtMs));
	let pagesForOpen = 0;
	const rows = await readPages(source, services, (page) => {
		const oldestMs = page.at(-1)?.startedAtMs ?? 0;
		if (oldestMs >= sinceMs) return false;
		pagesForOpen += 1;
		return oldestMs < oldestOpenMs || pagesForOpen > PAGES_FOR_OPEN_JOBS;
	});
	const listed = new Set(rows.map(({ id }) => id));
	const unseen = open.filter(([id]) => !listed.has(id));
	const askedFor = unseen.slice(0, MAX_LOOKED_UP);
	const gone = new Set<string>();
	for (const [id, startedAtMs] of askedFor) {
		const row = await lookUp(source, id, startedAtMs, services);
		if (row === 'gone') gone.add(id);
		else if (row !== 'unread') rows.push(row);
	}
	const others = open.filter((mark) => !askedFor.includes(mark));
	return { rows, gone, known: { ...known, open: [...others, ...askedFor] } };
}

async function lookUp(
	source: JobSource,
	id: string,
	startedAtMs: number,
	{ client, deadlineMs, warn }: PollServices,
): Promise<JobRow | 'gone' | 'unread'> {
	const reply = await trySend(client, source.rowRequest(id), { deadlineMs });
	if ('error' in reply) {
		const { outcome, endedAt, status = 0 } = reply.error.facts;
		if (outcome === 'missing') return 'gone';
		// What the service says of this job keeps no other from being looked up.
		const isOfAll = outcome === 'rateLimited' || [401, 402].includes(status);
		if (endedAt !== 'service' || isOfAll) throw reply.error;
		warn(`The state of ${source.kind} ${id} could not be read: ${reply.error.message}`);
		return 'unread';
	}
	// Not each of them has its ID (`api/openapi.yaml`, BatchScrape).
	const found = { uuid: id, id, ...bodyJson(source.readOne(reply.body)) };
	const row = toJobRow(source, found, startedAtMs);
	if (!row) throw unreadableAnswerError();
	return row;
}
