import { readJobState } from '../../shared/jobs/jobType';
import type { BrowserAction } from '../../shared/jobTypes/actions/checkActions';
import { scrapeJobType, type ScrapeRequest } from '../../shared/jobTypes/scrapeJob';
import { ServiceError, type ServiceErrorFacts } from '../../shared/transport/serviceError';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';
import { asWebDataError, WebDataError } from '../../shared/transport/webDataError';
import type { PollServices } from '../triggerEvent';
import { readPageContent } from './pageContent';
import type { PageCheck, PageState } from './pageState';

/** A page with what is known of it. */
export interface WatchedPage {
	url: string;
	state: PageState;
	/** The check that ended in this poll. */
	check?: PageCheck;
}

/** What the checks of a trigger ask for. */
export interface CheckPlan {
	/** Without its address. */
	request: Omit<ScrapeRequest, 'urls'>;
	/** What to do on each page before it is read. */
	actions: readonly BrowserAction[];
	/** Path of the value to compare. */
	field: string;
}

/** A scrape that has not ended by then is given up. The service ends one after minutes. */
const MAX_JOB_AGE_MS = 60 * 60_000;

/** Longest wait for the answer to a submit: the poll must be over in 30 s. */
const SUBMIT_TIMEOUT_MS = 15_000;

/** Pause before the running checks are asked for again; it grows, so that requests are few. */
const FIRST_PAUSE_MS = 2_000;
const PAUSE_GROWTH = 1.4;

/** No check is submitted or asked for when less than this is left of the poll. */
const MIN_LEFT_MS = 3_000;

function hasTime({ clock, deadlineMs }: PollServices, pauseMs = 0): boolean {
	return deadlineMs - clock.now() - pauseMs > MIN_LEFT_MS;
}

function toSubmit(url: string, { request, actions }: CheckPlan): ServiceRequest {
	const body = { urls: [{ url, ...(actions.length > 0 && { actions }) }], ...request };
	return { method: 'POST', path: '/scrape', body };
}

/** The page after its check has ended. */
function withCheck(
	{ url, state: { job, ...state } }: WatchedPage,
	result: PageCheck['result'],
	atMs: number,
): WatchedPage {
	return { url, state, check: { url, ...(job && { jobId: job.id }), atMs, result } };
}

/**
 * Submits the check of a page. A submit whose answer is lost changes nothing that is known: the next poll
 * submits again, and the check without an ID may have cost a credit.
 * @returns the page; undefined when the account has as many unfinished jobs as it may have
 */
async function submit(
	page: WatchedPage,
	plan: CheckPlan,
	{ client, clock, deadlineMs }: PollServices,
): Promise<WatchedPage | undefined> {
	const { url, state } = page;
	const answerTimeoutMs = Math.min(SUBMIT_TIMEOUT_MS, deadlineMs - clock.now());
	const limits = { deadlineMs, answerTimeoutMs, retries: 0 };
	return await client.send(toSubmit(url, plan), limits).then(
		({ body }) => {
			const id = scrapeJobType.readId(body);
			if (id === undefined) {
				throw new WebDataError(
					`The answer to the check of ${url} has no job ID`,
					"Something between n8n and the service may have answered: check 'Base URL' in the credential. The next poll sends the check again.",
				);
			}
			const job = { id, submittedAtMs: clock.now() };
			return { url, state: { ...state, isAccepted: true, job } };
		},
		(error: unknown) => {
			const facts: Partial<ServiceErrorFacts> = error instanceof ServiceError ? error.facts : {};
			const { outcome, status = 0 } = facts;
			if (outcome === 'slotsFull') return undefined;
			// At the first check such an address is a mistake to be corrected; later it must not keep others waiting.
			const isRefused = outcome === 'rejected' && [400, 422].includes(status);
			if (!isRefused || !state.isAccepted) throw error;
			return withCheck(page, { reason: asWebDataError(error).message }, clock.now());
		},
	);
}

/** Reads the check of a page; as it was while that runs. */
async function read(
	page: WatchedPage,
	{ id, submittedAtMs }: NonNullable<PageState['job']>,
	field: string,
	{ client, clock, deadlineMs }: PollServices,
): Promise<WatchedPage> {
	const end = (result: PageCheck['result']) => withCheck(page, result, clock.now());
	if (clock.now() - submittedAtMs > MAX_JOB_AGE_MS) {
		return end({ reason: `Scrape job ${id} did not finish within an hour` });
	}
	return await client.send(scrapeJobType.statusRequest(id), { deadlineMs, retries: 1 }).then(
		({ body }) => {
			const { name, reason = `${page.url} could not be scraped` } = readJobState(body);
			if (name === 'running') return page;
			return end(name === 'completed' ? readPageContent(id, body, field) : { reason });
		},
		(error: unknown) => {
			if (!(error instanceof ServiceError) || error.facts.outcome !== 'missing') throw error;
			return end({ reason: error.message });
		},
	);
}

/**
 * Checks pages: reads what earlier polls submitted, submits the rest, and waits as long as a poll may.
 * What runs longer is read by the next poll.
 * @returns `error` is what kept pages from being checked: what was done until then counts
 */
export async function checkPages(
	watched: readonly WatchedPage[],
	plan: CheckPlan,
	services: PollServices,
): Promise<{ pages: WatchedPage[]; error?: WebDataError }> {
	const pages = [...watched];
	const errors: unknown[] = [];
	const note = (error: unknown) => void errors.push(error);
	const readRunning = async () => {
		for (const [index, page] of pages.entries()) {
			const { job } = page.state;
			if (!job || !hasTime(services)) continue;
			pages[index] = (await read(page, job, plan.field, services).catch(note)) ?? page;
		}
	};
	const submitRest = async () => {
		for (const [index, page] of pages.entries()) {
			if (page.state.job || page.check) continue;
			const next = hasTime(services) && (await submit(page, plan, services).catch(note));
			if (!next) return;
			pages[index] = next;
		}
	};
	// Answers about checks of earlier polls may repeat what those sent.
	for (const { url } of pages) services.client.hide(toSubmit(url, plan));
	// What was submitted by an earlier poll is read first: it may have ended long ago.
	await readRunning();
	for (
		let pauseMs = FIRST_PAUSE_MS;
		errors.length === 0 && hasTime(services);
		pauseMs *= PAUSE_GROWTH
	) {
		await submitRest();
		if (pages.every(({ check }) => check) || !hasTime(services, pauseMs)) break;
		await services.clock.sleep(pauseMs);
		await readRunning();
	}
	return { pages, ...(errors.length > 0 && { error: asWebDataError(errors[0]) }) };
}
