import type { Page } from 'playwright-core';
import type { AddressGuard } from './addressGuard.ts';
import { watchNavigation, type NavigationWatch } from './navigationWatch.ts';
import { watchRequests, type RequestWatch } from './requestWatch.ts';
import { waitUntilSettled } from './settle.ts';

/** Documents in a row that are waited for after one action. */
const MOST_REDIRECTS = 5;

/** The network as a page meets it. */
export interface PageNetwork {
	guard: AddressGuard;
	/** Why no connection to a host could be made; undefined when one could. */
	explainFailure(hostname: string, port: number): string | undefined;
}

/** A page of its own: cookies, storage and cache are shared with no other job's page. */
export interface OpenPage {
	page: Page;
	/** Aborts when the page's user is no longer interested, or the service stops. */
	signal: AbortSignal;
	network: PageNetwork;
	requests: RequestWatch;
	navigation: NavigationWatch;
	/** Waits until the page has drawn itself; the rule is that of {@link waitUntilSettled}. */
	settle(): Promise<void>;
}

/** Starts watching a page just opened. */
export function toOpenPage(page: Page, network: PageNetwork, signal: AbortSignal): OpenPage {
	const requests = watchRequests(page);
	const navigation = watchNavigation(page);
	let settledDocuments = 0;

	// Pages lead on to other pages by themselves; each of them is waited for, up to a limit.
	async function settle(): Promise<void> {
		for (let round = 0; round < MOST_REDIRECTS; round++) {
			const documents = navigation.documentCount();
			const occasion = documents === settledDocuments ? 'changed' : 'loaded';
			await waitUntilSettled(page, requests, occasion);
			settledDocuments = documents;
			if (navigation.documentCount() === documents) return;
		}
	}

	return { page, signal, network, requests, navigation, settle };
}
