import { resolve } from 'node:path';
import { createDriver } from '../../support/driver';

/** One page to visit in a browser. */
export interface VisitTask {
	url: string;
	cookies?: string;
	actions?: object[];
	maxDocumentBytes?: number;
	navigationTimeoutMs?: number;
	proxyUrl?: string;
	/**
	 * What to kill: the tab or the whole browser after the page was opened, which stays open until then, or the
	 * process that loads for the browser, once a script of the page has asked for something.
	 */
	crash?: 'tab' | 'browser' | 'network';
	/** Stays open, when it has been read, until something ends it. */
	stays?: boolean;
	/** When to crash or to abort, counted from the opening of the page. */
	afterMs?: number;
	isAborted?: boolean;
	/** The answer that a stand-in model gives when it is asked which element is meant. */
	modelChoice?: number;
}

export interface VisitTasks {
	/** Rounds follow one another; the tasks of a round run at the same time. */
	rounds: VisitTask[][];
	allowPrivateAddresses: boolean | string[];
	maxConcurrentPages?: number;
	/** The browser is a program that is killed when it is started for the first time. */
	isKilledAtStart?: boolean;
}

/** What came of a visit. */
export interface VisitResult {
	finalUrl?: string;
	httpStatus?: number;
	title?: string;
	html?: string;
	/** The page without its items. */
	markdown?: string;
	items?: Array<{ number: number; url: string; markdown: string; error?: string }>;
	/** What was read of a list, and the page around it, as Markdown. */
	list?: { account: object; around: string; withEntries: string };
	/** What the client is told about the actions. */
	warnings?: string[];
	/** How its answer ended. */
	ending?: string;
	hasUnreadPart?: boolean;
	document?: { fileName: string; contentType: string; sizeBytes: number; beginning: string };
	/** What the stand-in model was asked. */
	asked?: Array<{ description: string; candidates: string[] }>;
	error?: { name: string; message: string };
	durationMs: number;
}

/**
 * Visits pages and returns the results, round by round. What a test file asks for with the same
 * addresses allowed and as many pages at a time is done by one browser pool.
 */
export const visitPages = createDriver<VisitTasks, VisitResult[][]>(
	resolve(__dirname, 'visitPages.mts'),
);

/** Visits one page. */
export async function visitPage(
	task: VisitTask,
	allowPrivateAddresses: boolean | string[] = true,
): Promise<VisitResult> {
	const [round] = await visitPages({ rounds: [[task]], allowPrivateAddresses });
	const [result] = round ?? [];
	if (result === undefined) throw new Error('The driver has sent no result');
	return result;
}
