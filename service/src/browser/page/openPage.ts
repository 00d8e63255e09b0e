import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import type { AddressGuard } from '../../net/addressGuard.ts';
import type { ProxySession } from '../../net/guardProxy.ts';
import { AnswerStart } from '../responses/answerStart.ts';
import { keepClosedRoots } from '../scripts/closedRoots.ts';
import {
	type CatchDocument,
	type ClassifyContent,
	createDocumentCatcher,
	type NameDocument,
} from '../responses/documentDownload.ts';
import { followLead } from './leadingAway.ts';
import { NetworkLife, type ReadNetworkProcess } from '../settling/networkLife.ts';
import {
	createPageEvaluator,
	PageClock,
	PageWindow,
	VIRTUAL_BUDGET_MS,
	WINDOW,
} from '../scripts/pageControls.ts';
import { PageDialogs } from './pageDialogs.ts';
import { watchWaits } from '../scripts/pendingWork.ts';
import { MOST_REDIRECTS, PageLoads } from '../responses/pageLoads.ts';
import { PageTraffic } from '../settling/pageTraffic.ts';
import type { Stay } from './stay.ts';
import { type PageHandles, waitUntilSettled } from '../settling/settle.ts';

/** Windows that one action may open; the last of them is the intended one. */
const MOST_WINDOWS = 3;

/** The network as a page sees it. */
export interface PageNetwork extends ProxySession {
	guard: AddressGuard;
	nameDocument: NameDocument;
	classifyContent: ClassifyContent;
}

/** An isolated page: cookies, storage and cache are not shared with any other job's page. */
export interface OpenPage extends PageHandles {
	/** The page's ID in the browser's protocol. */
	targetId: string;
	/** Aborts when the page's user is no longer interested, or the service stops. */
	signal: AbortSignal;
	network: PageNetwork;
	/** Its place among the open pages. */
	stay: Stay;
	/** Of the browser that it is open in. */
	readNetworkProcess: ReadNetworkProcess;
	networkLife: NetworkLife;
	answerStart: AnswerStart;
	catchDocument: CatchDocument;
	loads: PageLoads;
	dialogs: PageDialogs;
	/**
	 * Waits until the page has rendered, by the rule of {@link waitUntilSettled}.
	 * @returns false when it was still busy at a limit
	 */
	settle(): Promise<boolean>;
	/**
	 * Does something that is expected to open a window. Windows that a page opens at any other time, or
	 * beyond a few, are closed at once.
	 * @returns the windows it opened, for the caller to close
	 */
	catchWindows(act: () => Promise<void>): Promise<Page[]>;
}

/** Opens a page in a browser context and starts watching it. */
export async function openPage(
	context: BrowserContext,
	needs: Pick<OpenPage, 'network' | 'stay' | 'signal' | 'readNetworkProcess'>,
): Promise<OpenPage> {
	const { network, stay, signal, readNetworkProcess } = needs;
	const page = await context.newPage();
	const traffic = new PageTraffic(page);
	const [session] = await Promise.all([
		context.newCDPSession(page),
		watchWaits(page),
		keepClosedRoots(page),
	]);
	const { targetInfo } = await session.send('Target.getTargetInfo');
	const loads = new PageLoads(session, targetInfo.targetId);
	const catchDocument = await createDocumentCatcher(session, { ...network, loads });
	const evaluate = createPageEvaluator(session);
	const handles: PageHandles = {
		page,
		evaluate,
		traffic,
		clock: new PageClock(session, evaluate),
		window: new PageWindow(page, session),
	};
	let settledDocuments = 0;
	let windows: Page[] | undefined;

	page.on('popup', (popup) => {
		if (windows !== undefined && windows.length < MOST_WINDOWS) windows.push(popup);
		// It may already be gone, with the page that opened it.
		else popup.close().catch(() => undefined);
	});

	return {
		...handles,
		targetId: targetInfo.targetId,
		signal,
		network,
		stay,
		readNetworkProcess,
		networkLife: new NetworkLife(traffic, readNetworkProcess),
		answerStart: new AnswerStart(session, targetInfo.targetId, network),
		catchDocument,
		loads,
		dialogs: new PageDialogs(page),
		// Pages may redirect to other pages; each of them is waited for, up to a limit.
		async settle() {
			const firstDocument = traffic.documentCount;
			for (let round = 0; round < MOST_REDIRECTS; round++) {
				const { documentCount } = traffic;
				const occasion = documentCount === settledDocuments ? 'changed' : 'loaded';
				// The clock of a page that had settled is stopped: what was set off since needs a stretch of its own.
				if (occasion === 'changed' && handles.clock.isVirtual) {
					handles.clock.grant(VIRTUAL_BUDGET_MS, true);
				}
				const isDone = await waitUntilSettled(handles, occasion);
				settledDocuments = documentCount;
				if (traffic.documentCount > firstDocument + MOST_REDIRECTS) return false;
				const isNew = occasion === 'loaded' && traffic.documentCount === documentCount;
				if (isNew) await followLead(handles);
				if (traffic.documentCount === documentCount) return isDone;
				if (handles.clock.isVirtual) handles.clock.grant(VIRTUAL_BUDGET_MS, true);
			}
			return false;
		},
		async catchWindows(act) {
			const caught: Page[] = [];
			windows = caught;
			try {
				await act();
				return caught;
			} finally {
				windows = undefined;
			}
		},
	};
}

/**
 * How every page is opened: the window of a common desktop, English preferred. The browser names
 * itself as the Chrome it is; "HeadlessChrome", its name when running without a window, makes many
 * sites respond with an empty page.
 * @param browserVersion such as `153.0.8010.0`
 */
export function createContextOptions(browserVersion: string): BrowserContextOptions {
	const major = browserVersion.split('.', 1)[0];
	return {
		userAgent: `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${major}.0.0.0 Safari/537.36`,
		viewport: WINDOW,
		locale: 'en-US',
		acceptDownloads: false,
	};
}
