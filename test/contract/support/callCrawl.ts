import { callService, waitForEnd, type CallTarget } from './callService';

/** An entry of the status body's `result`, as tests read it. */
export interface ResultPage {
	url: string;
	title: string;
	data: unknown;
	html: string | null;
	markdown: string | null;
	warnings?: string[];
}

export interface EndedCrawl {
	jobId: string;
	status: string;
	error: string | null;
	/** Empty unless completed. */
	result: ResultPage[];
	/** The whole status body. */
	body: unknown;
}

/**
 * For tests of how a browser reads what a crawl comes to. All others crawl without one: what they show is the
 * same, and a page takes a tenth of the processor time.
 */
export const WITH_BROWSER = { scrapeMode: 'default' } as const;

/** Queues a crawl, without a browser where the request does not say {@link WITH_BROWSER}, and returns its ID. */
export async function submitCrawl(service: CallTarget, request: object): Promise<string> {
	const { status, body } = await callService(service, 'POST', '/crawl', {
		scrapeMode: 'fast',
		...request,
	});
	if (status !== 202) throw new Error(`The crawl was refused: ${JSON.stringify(body)}`);
	return Object(body).jobId;
}

/** Queues a crawl and waits until it has ended. */
export async function crawl(service: CallTarget, request: object): Promise<EndedCrawl> {
	return waitForCrawl(service, await submitCrawl(service, request));
}

/** Waits until a crawl has ended. */
export async function waitForCrawl(service: CallTarget, jobId: string): Promise<EndedCrawl> {
	const { body } = await waitForEnd(service, `/crawl/${jobId}`);
	const { status, error, result } = Object(body);
	return { jobId, status, error, result: result ?? [], body };
}

/** The paths (with queries) of result pages, sorted. */
export function listPaths(pages: readonly { url: string }[]): string[] {
	return pages
		.map(({ url }) => {
			const { pathname, search } = new URL(url);
			return pathname + search;
		})
		.sort();
}
