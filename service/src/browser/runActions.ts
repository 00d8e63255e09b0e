import { describeNetworkError } from '../net/networkErrors.ts';
import type { DownloadOptions, LoadedDocument } from './responses/storeDocument.ts';
import { describeBrowserError, PageLoadError } from './errors.ts';
import type { CollectedItem } from './forEach/runForEach.ts';
import { runForEach } from './forEach/runForEach.ts';
import type { WholeListContent } from './forEach/wholeList/readWholeList.ts';
import type { OpenPage } from './page/openPage.ts';
import { assertAlive } from './page/pageDeath.ts';
import {
	type ActionScope,
	type ActionTools,
	type BrowserAction,
	describeAction,
	type ItemAction,
} from './actions/action.ts';
import { runItemAction } from './actions/itemActions.ts';

/** A request for actions on an open page. */
export interface ActionRequest {
	/** Requested address, for error messages. */
	url: string;
	actions: readonly BrowserAction[];
	tools: ActionTools;
	/** Where a document that the last action leads to is stored. */
	store: Pick<DownloadOptions, 'askedUrl' | 'filePath' | 'maxSizeBytes'>;
}

/** What actions produced, apart from the page's final content. */
export interface ActionOutcome {
	/** Of forEach actions, numbered from 1. */
	items: CollectedItem[];
	/** The list that the last action read as a whole, with its first page: that is what is read. */
	list: WholeListContent | undefined;
	/** What the last action led to instead of a page. */
	document: LoadedDocument | undefined;
}

/**
 * Runs the actions of a request one after another, stopping at the first failure.
 * @throws PageLoadError `Failed to scrape <url>: action 2 (click "Load more"): <reason>`; BrowserCrashedError
 */
export async function runActions(
	opened: OpenPage,
	{ url, actions, tools, store }: ActionRequest,
): Promise<ActionOutcome> {
	const scope: ActionScope = { opened, root: undefined, url, tools };
	const items: CollectedItem[] = [];
	let document: LoadedDocument | undefined;
	let list: WholeListContent | undefined;
	for (const [index, action] of actions.entries()) {
		try {
			const isLast = index === actions.length - 1;
			if (action.type === 'forEach') {
				opened.loads.endCount();
				const numbering = { url, firstNumber: items.length + 1 };
				const outcome = await runForEach(scope, action, numbering);
				items.push(...outcome.items);
				list = isLast ? outcome.list : undefined;
			} else if (isLast) {
				document = await opened.catchDocument(store, () => runCounted(scope, action));
			} else {
				await runCounted(scope, action);
			}
		} catch (error) {
			opened.signal.throwIfAborted();
			await assertAlive(opened, error);
			const reason = describeNetworkError(describeBrowserError(error), url);
			const place = `action ${index + 1} (${describeAction(action)})`;
			throw new PageLoadError(url, `${place}: ${reason}`, { cause: error });
		}
	}
	// Whatever the page loads from here on was not requested.
	if (actions.length > 0) opened.loads.beginCount();
	return { items, list, document };
}

/** Runs an action that leads to one page; what that page loads by itself is bounded. */
async function runCounted(scope: ActionScope, action: ItemAction): Promise<void> {
	scope.opened.loads.beginCount();
	await runItemAction(scope, action);
}
