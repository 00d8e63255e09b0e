import type { CDPSession, Page } from 'playwright-core';
import { isPlaceInList, leadsToNext } from './waysOn.ts';

/** What a pressed control may request. */
export interface Allowance {
	/** Address of the list. */
	listUrl: string;
	/** Where the control leads by its own markup; empty for one that stays. */
	address: string;
	/** The number of the next page. */
	nextNumber: number;
	/** Whether the control is that number, among others: then a form may be posted that has it. */
	isNumber: boolean;
}

/** A request that the browser has paused before it was sent (Chrome DevTools Protocol, `Fetch.requestPaused`). */
interface PausedRequest {
	requestId: string;
	resourceType: string;
	frameId: string;
	request: { url: string; method: string; postData?: string };
}

/**
 * Lets a control that is tried only read: what leads away from the list, or sends anything but the wish for
 * another part of it, is stopped before it leaves the browser. So nothing is ordered, sent or left by trying.
 */
export class RequestGuard {
	readonly #session: CDPSession;
	readonly #ownFrameId: string;
	readonly #allowance: Allowance;
	/** Whether the page itself was kept from going elsewhere. */
	hasKeptPage = false;
	readonly #kept = Promise.withResolvers<void>();

	private constructor(session: CDPSession, ownFrameId: string, allowance: Allowance) {
		this.#session = session;
		this.#ownFrameId = ownFrameId;
		this.#allowance = allowance;
		session.on('Fetch.requestPaused', (paused) => this.#judge(paused));
	}

	/** Starts to watch a page's requests. */
	static async start(page: Page, ownFrameId: string, allowance: Allowance): Promise<RequestGuard> {
		const session = await page.context().newCDPSession(page);
		const guard = new RequestGuard(session, ownFrameId, allowance);
		await session.send('Fetch.enable', { patterns: [{ requestStage: 'Request' }] });
		return guard;
	}

	/** Resolves when the page is kept from going elsewhere. */
	get keptPage(): Promise<void> {
		return this.#kept.promise;
	}

	/** Ends watching. */
	async stop(): Promise<void> {
		// The page may be gone, and its session with it.
		await this.#session.send('Fetch.disable').catch(() => undefined);
		await this.#session.detach().catch(() => undefined);
	}

	#judge({ requestId, resourceType, frameId, request }: PausedRequest): void {
		const isOwn = resourceType === 'Document' && frameId === this.#ownFrameId;
		const isAllowed = isReading(request, this.#allowance) && (!isOwn || this.#staysAt(request.url));
		if (isOwn && !isAllowed) {
			this.hasKeptPage = true;
			this.#kept.resolve();
		}
		const sent = isAllowed
			? this.#session.send('Fetch.continueRequest', { requestId })
			: this.#session.send('Fetch.failRequest', { requestId, errorReason: 'Aborted' });
		sent.catch(() => undefined);
	}

	#staysAt(url: string): boolean {
		const { address, listUrl } = this.#allowance;
		return url.split('#', 1)[0] === address.split('#', 1)[0] || leadsToNext(url, listUrl);
	}
}

/** Whether a request only reads: by its method (RFC 9110, safe methods), or because it says which part of a list it wants. */
export function isReading(
	{ method, postData = '' }: { method: string; postData?: string },
	{ isNumber, nextNumber }: Pick<Allowance, 'isNumber' | 'nextNumber'>,
): boolean {
	if (/^(?:GET|HEAD|OPTIONS)$/i.test(method)) return true;
	if (!/^POST$/i.test(method) || /"query"\s*:\s*"\s*mutation\b/.test(postData)) return false;
	const pairs = readPairs(postData);
	const hasNumber = new RegExp(`(?:^|\\D)${nextNumber}(?:\\D|$)`);
	return pairs.some(
		([name, value]) =>
			isPlaceInList(name, value) || (isNumber && value.length < 40 && hasNumber.test(value)),
	);
}

/** The names and values of a form, or of JSON at any depth, those of a query written in a value included. */
function readPairs(body: string): Array<[string, string]> {
	const json = body.matchAll(/"([\w.[\]-]+)"\s*:\s*"?([^",{}[\]]+)/g);
	const multipart = body.matchAll(/name="([^"]+)"\r\n\r\n([^\r]*)/g);
	const inJson = [...json, ...multipart].map(([, name = '', value = '']): [string, string] => [
		name,
		value.trim(),
	]);
	const form = [...new URLSearchParams(body)];
	const nested = inJson.flatMap(([, value]) =>
		value.includes('=') ? [...new URLSearchParams(value)] : [],
	);
	return [...form, ...inJson, ...nested];
}
