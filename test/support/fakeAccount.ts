import type { Reply, ReceivedRequest } from './scriptedService';

export type JobKindName = 'batch' | 'crawl' | 'scrape' | 'search';

/** A job of the account; times in seconds since the start of the test. */
export interface AccountJob {
	id: string;
	kind: JobKindName;
	start: number;
	end: number;
	/** The service's word for how it ends. */
	status?: 'completed' | 'failed' | 'cancelled';
	url?: string;
	/** What a scrape gives: Markdown, an answer, or why it failed. */
	content?: unknown;
	/** Whether a page gave very little text. */
	isLow?: boolean;
}

const START_MS = Date.UTC(2026, 0, 5, 12);

function isoTime(seconds: number): string {
	return new Date(START_MS + seconds * 1_000).toISOString();
}

const LOG_STATUSES = { completed: 'success', failed: 'error', cancelled: 'error' } as const;

/** What the API's listings, statuses and logs say of an account's jobs at a moment. */
export class FakeAccount {
	readonly jobs: AccountJob[] = [];

	/** Credits left. */
	credits: number | null = 1_000;

	/** What a page holds, whether that is very little, how long its scrape takes, and why it fails. */
	page: (
		url: string,
		at: number,
	) => { content?: unknown; isLow?: boolean; seconds?: number; error?: string } = () => ({
		content: '# Page',
	});

	/** What becomes of an answer to a submit. */
	onSubmit: (job: AccountJob) => Reply | Error | undefined = () => undefined;

	/** Answers a request that is sent now. */
	answer(request: ReceivedRequest): Reply | Error {
		const { method, path } = request;
		if (method === 'POST' && path === '/scrape') return this.#submit(request);
		const [, room = '', second = '', third = ''] = path.split('/');
		const body = this.#read(request, { room, second, third });
		return body === undefined
			? { status: 404, body: { status: 'error', message: 'Not found' } }
			: { status: 200, body };
	}

	#read(
		{ path, query, atSeconds: at }: ReceivedRequest,
		{ room, second, third }: Record<'room' | 'second' | 'third', string>,
	): unknown {
		if (path === '/account') return { status: 'success', data: { creditsRemaining: this.credits } };
		if (path === '/crawl/history') {
			const { rows, total } = this.#list('crawl', query, at);
			return { jobs: rows.map((job) => crawlRecord(job, at)), total };
		}
		if (path === '/batch/scrape') {
			const { rows, total } = this.#list('batch', query, at);
			return { jobs: rows.map((job) => batchRow(job, at)), pagination: { total } };
		}
		if (path === '/scrape-logs' || path === '/search-logs') {
			const kind = room === 'scrape-logs' ? 'scrape' : 'search';
			const { rows, total } = this.#list(kind, query, at);
			return { status: 'success', data: { logs: rows.map((job) => log(job, at)), total } };
		}
		const job = this.jobs.find(({ id }) => [second, third].includes(id));
		if (!job || job.start > at) return undefined;
		if (room.endsWith('-logs')) return { status: 'success', data: log(job, at) };
		if (path.startsWith('/crawl/job/')) return crawlRecord(job, at);
		if (third === 'pages') return { pages: [{ url: job.url, status: 'success', data: 'Text' }] };
		return status(job, at);
	}

	#list(kind: JobKindName, query: unknown, at: number) {
		const { page, limit, searchTerm, status: wanted } = Object(query);
		const all = this.jobs
			.filter((job) => job.kind === kind && job.start <= at)
			.filter((job) => !searchTerm || job.url?.includes(searchTerm))
			.filter((job) => wanted !== 'in_progress' || job.end > at)
			.sort((a, b) => b.start - a.start || (a.id < b.id ? 1 : -1));
		return { rows: all.slice((page - 1) * limit, page * limit), total: all.length };
	}

	#submit({ body, atSeconds }: ReceivedRequest): Reply | Error {
		const { url } = Object(body).urls[0];
		const { content, isLow = false, seconds = 1, error } = this.page(url, atSeconds);
		const job: AccountJob = {
			id: `scrape-${this.jobs.length + 1}`,
			kind: 'scrape',
			start: atSeconds,
			end: atSeconds + seconds,
			status: error === undefined ? 'completed' : 'failed',
			url,
			content: content ?? error,
			isLow,
		};
		const reply = this.onSubmit(job);
		if (reply && !(reply instanceof Error)) return reply;
		this.jobs.push(job);
		return reply ?? { status: 202, body: { status: 'queued', jobId: job.id } };
	}
}

function statusOf({ end, status: ends = 'completed' }: AccountJob, at: number) {
	return end <= at ? ends : undefined;
}

function crawlRecord(job: AccountJob, at: number) {
	return {
		id: job.id,
		base_url: job.url ?? 'https://example.com/',
		status: statusOf(job, at) ?? 'active',
		created_at: isoTime(job.start),
		credits_used: '1.5',
	};
}

function batchRow(job: AccountJob, at: number) {
	return { uuid: job.id, status: statusOf(job, at) ?? 'running', createdAt: isoTime(job.start) };
}

function log(job: AccountJob, at: number) {
	const ended = statusOf(job, at);
	const about =
		job.kind === 'search' ? { query: job.url ?? 'ferries' } : { urls: [{ url: job.url ?? '' }] };
	return {
		uuid: job.id,
		status: ended ? LOG_STATUSES[ended] : 'in_progress',
		started_at: isoTime(job.start),
		error_message: ended === 'cancelled' ? 'Search cancelled' : null,
		...about,
	};
}

function status(job: AccountJob, at: number) {
	const ended = statusOf(job, at);
	const { url = 'https://example.com/', content = 'Text', isLow: lowContent = false } = job;
	const head = { status: ended ?? 'active', error: ended === 'failed' ? content : null };
	if (job.kind === 'batch') {
		return {
			...head,
			items: [{ url, jobId: `${job.id}-1`, status: 'completed', result: content }],
		};
	}
	if (ended !== 'completed') return { ...head, result: null };
	if (job.kind === 'search') {
		return { ...head, result: { data: { web: [{ title: 'Hit', url }] } } };
	}
	const text = typeof content === 'string' ? content : 'Text of the page';
	return {
		...head,
		result: {
			content,
			data: [{ url, title: 'Page', markdownContent: text, success: true, lowContent }],
		},
	};
}
