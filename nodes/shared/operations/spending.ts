import { toNumber } from '../items/parameterValues';
import type { ServiceClient } from '../transport/serviceClient';
import { trySend } from '../transport/serviceClient';
import type { ServiceRequest } from '../transport/serviceRequest';
import { valueAt } from '../transport/serviceBody';
import { WebDataError } from '../transport/webDataError';

/** What a page costs. */
export interface PagePrice {
	/** Credits per page. */
	credits: number;
	/** Whether the service states it; else it is the hosted service's. */
	isStated: boolean;
}

/** The hosted service's price per page, in credits, for a service that states none. */
const HOSTED_PAGE_CREDITS = 2;

/** `api/openapi.yaml`, GET /account. */
export const ACCOUNT_REQUEST: ServiceRequest = {
	method: 'GET',
	path: '/account',
	expects: ['data'],
};

/** Longest wait for the price. */
const ANSWER_MS = 10_000;

/** Asks the service what a page costs. */
export async function readPagePrice(
	client: ServiceClient,
	signal: AbortSignal | undefined,
): Promise<PagePrice> {
	const options = { signal, retries: 1, answerTimeoutMs: ANSWER_MS };
	const reply = await trySend(client, ACCOUNT_REQUEST, options);
	const stated =
		'body' in reply ? toNumber(valueAt(reply.body, ['data', 'prices', 'page'])) : undefined;
	return stated === undefined
		? { credits: HOSTED_PAGE_CREDITS, isStated: false }
		: { credits: stated, isStated: true };
}

/** Keeps the jobs of a run from starting once 'Max Credits' are charged. */
export class SpendGuard {
	readonly #maxCredits: number;

	/** What each job of the run costs at least. */
	readonly #minCredits: readonly number[];

	#chargedCredits = 0;

	constructor(maxCredits: number, minCredits: readonly number[]) {
		this.#maxCredits = maxCredits;
		this.#minCredits = minCredits;
	}

	/**
	 * Notes a job that ended.
	 * @param credits what the service charged; what it costs at least where the service does not say
	 */
	note(index: number, credits = this.#minCredits[index] ?? 0): void {
		this.#chargedCredits += credits;
	}

	/** Why a job is not started; undefined when it may be. */
	refuse(index: number): WebDataError | undefined {
		const minCredits = this.#minCredits[index] ?? 0;
		if (this.#chargedCredits + minCredits <= this.#maxCredits) return undefined;
		return new WebDataError(
			`'Max Credits' is ${this.#maxCredits}, and ${this.#chargedCredits} have been charged so far`,
			'Nothing was started for this item. Raise the number in Options, or use fewer addresses.',
		);
	}
}
