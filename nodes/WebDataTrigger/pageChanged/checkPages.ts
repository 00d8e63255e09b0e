import { readJobState } from '../../shared/jobs/jobType';
import type { BrowserAction } from '../../shared/jobTypes/actions/checkActions';
import { scrapeJobType, type ScrapeRequest } from '../../shared/jobTypes/scrapeJob';
import { ServiceError } from '../../shared/transport/serviceError';
import type { ServiceRequest } from '../../shared/transport/serviceRequest';
import { asWebDataError, WebDataError } from '../../shared/transport/webDataError';
import type { PollServices } from '../triggerEvent';
import { readPageContent } from './pageContent';
import type { PageCheck, PageState } from './pageState';

/** A page with what is known of it. */
interface WatchedPage {
	url: string;
	state: PageState;
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

function toSubmit({ url }: WatchedPage, { request, actions }: CheckPlan): ServiceRequest {
	const body = { urls: [{ url, ...(actions.length > 0 && { actions }) }], ...request };
	return { method: 'POST', path: '/scrape', body };
}

/**
 * Submits the check of a page. A submit whose answer is lost changes nothing that is known: the next poll
 * submits again, and the check without an ID may have cost a credit.
 */
async function submit(
	page: WatchedPage,
	plan: CheckPlan,
	{ client, clock, deadlineMs }: PollServices,
): Promise<{ page: WatchedPage; error?: WebDataError }> {
	const { url, state } = page;
	const answerTimeoutMs = Math.min(SUBMIT_TIMEOUT_MS, deadlineMs - clock.now());
	return await client.send(toSubmit(page, plan), { deadlineMs, answerTimeoutMs, retries: 0 }).then(
		(answer) => {
			const id = scrapeJobType.readId(answer.body);
			if (id === undefined) return { page, error: noIdError(url) };
			const job = { id, submittedAtMs: clock.now() };
			return { page: { url, state: { ...state, isAccepted: true, job } } };
		},
		(error: unknown) => ({ page, error: asWebDataError(error) }),
	);
}

function noIdError(url: string): WebDataError {
	return new WebDataError(
		`The check of ${url} was answered without a job ID`,
		"Something between n8n and the service may have answered: check 'Base URL' in the credential. The next poll sends the check again.",
	);
}

async function askFor(
	{ url, state: { job } }: WatchedPage,
	field: string,
	{ client, clock, deadlineMs }: PollServices,
): Promise<PageCheck['result'] | 'running' | { error: WebDataError }> {
	if (!job) return 'running';
	if (clock.now() - job.submittedAtMs > MAX_JOB_AGE_MS) {
		return { reason: `Scrape job ${job.id} did not finish within an hour` };
	}
	return await client.send(scrapeJobType.statusRequest(job.id), { deadlineMs, retries: 1 }).then(
		({ body }) => {
			const { name, reason } = readJobState(body);
			if (name === 'running') return 'running' as const;
			if (name === 'completed') return readPageContent(job.id, body, field);
			return { reason: reason ?? `${url} could not be scraped` };
		},
		(error: unknown) => {
			const isGone = error instanceof ServiceError && error.facts.outcome === 'missing';
			return isGone ? { reason: error.message } : { error: asWebDataError(error) };
		},
	);
}

/** A round of checks under way. */
class Round {
	readonly #plan: CheckPlan;

	readonly #services: PollServices;

	readonly #pages: WatchedPage[];

	/** By the index of the page. */
	readonly #checks = new Map<number, PageCheck>();

	#error: WebDataError | undefined;

	constructor(pages: readonly WatchedPage[], plan: CheckPlan, services: PollServices) {
		this.#pages = [...pages];
		this.#plan = plan;
		this.#services = services;
		// Answers about checks of earlier polls may repeat what those sent.
		for (const page of pages) services.client.hide(toSubmit(page, plan));
	}

	get result(): Awaited<ReturnType<typeof checkPages>> {
		const indexes = [...this.#checks.keys()].sort((a, b) => a - b);
		const checks = indexes.flatMap((index) => this.#checks.get(index) ?? []);
		return { pages: this.#pages, checks, ...(this.#error && { error: this.#error }) };
	}

	async run(): Promise<void> {
		let pauseMs = FIRST_PAUSE_MS;
		// What was submitted by an earlier poll is read first: it may have ended long ago.
		await this.#ask();
		while (this.#error === undefined && this.#hasTime(0)) {
			await this.#submit();
			if (!this.#isWaiting || !this.#hasTime(pauseMs)) return;
			await this.#services.clock.sleep(pauseMs);
			pauseMs *= PAUSE_GROWTH;
			await this.#ask();
		}
	}

	get #isWaiting(): boolean {
		return [...this.#pages.keys()].some((index) => !this.#checks.has(index));
	}

	#hasTime(pauseMs: number): boolean {
		const { clock, deadlineMs } = this.#services;
		return deadlineMs - clock.now() - pauseMs > MIN_LEFT_MS;
	}

	/** Submits checks, until the account has as many unfinished jobs as it may have. */
	async #submit(): Promise<void> {
		for (const [index, page] of this.#pages.entries()) {
			if (page.state.job || this.#checks.has(index)) continue;
			if (!this.#hasTime(0)) return;
			const { page: next, error } = await submit(page, this.#plan, this.#services);
			this.#pages[index] = next;
			if (!error) continue;
			if (isRefusedAddress(error) && page.state.isAccepted) {
				this.#end(index, { reason: error.message });
				continue;
			}
			if (!hasNoFreeSlot(error)) this.#error = error;
			return;
		}
	}

	async #ask(): Promise<void> {
		for (const [index, page] of this.#pages.entries()) {
			if (!page.state.job || this.#checks.has(index) || !this.#hasTime(0)) continue;
			const status = await askFor(page, this.#plan.field, this.#services);
			if (status === 'running') continue;
			if ('error' in status) {
				this.#error ??= status.error;
				continue;
			}
			this.#end(index, status);
		}
	}

	/** Notes what the check of a page came to. */
	#end(index: number, result: PageCheck['result']): void {
		const page = this.#pages[index];
		if (!page) return;
		const { url, state } = page;
		const { job, ...rest } = state;
		this.#pages[index] = { url, state: rest };
		const atMs = this.#services.clock.now();
		this.#checks.set(index, { url, ...(job && { jobId: job.id }), atMs, result });
	}
}

/**
 * Whether the service does not take this one address. At the first check that is a mistake to be
 * corrected; later it must not keep other pages from being checked.
 */
function isRefusedAddress(error: WebDataError): boolean {
	if (!(error instanceof ServiceError) || error.facts.outcome !== 'rejected') return false;
	return [400, 422].includes(error.facts.status ?? 0);
}

function hasNoFreeSlot(error: WebDataError): boolean {
	return error instanceof ServiceError && error.facts.outcome === 'slotsFull';
}

/**
 * Checks pages: reads what earlier polls submitted, submits the rest, and waits as long as a poll may.
 * What runs longer is read by the next poll.
 * @returns `checks` are those that ended, in the order of the pages; `error` is what kept pages from being
 * checked: what was done until then counts
 */
export async function checkPages(
	pages: readonly WatchedPage[],
	plan: CheckPlan,
	services: PollServices,
): Promise<{ pages: WatchedPage[]; checks: PageCheck[]; error?: WebDataError }> {
	const round = new Round(pages, plan, services);
	await round.run();
	return round.result;
}
