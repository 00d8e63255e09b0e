import { describeNetworkError } from '../../net/networkErrors.ts';
import { BrowserCrashedError, describeBrowserError, PageLoadError } from '../errors.ts';
import type { CollectedItem } from '../forEach/runForEach.ts';
import { runForEach } from '../forEach/runForEach.ts';
import type { OpenPage } from '../openPage.ts';
import {
	type ActionScope,
	type ActionTools,
	type BrowserAction,
	describeAction,
} from './action.ts';
import { runItemAction } from './itemActions.ts';

/** A request for actions on an open page. */
export interface ActionRequest {
	/** Address asked for, for the errors. */
	url: string;
	actions: readonly BrowserAction[];
	tools: ActionTools;
}

/**
 * Runs the actions of a request one after the other; the first that fails ends them.
 * @returns the items that forEach actions collected, numbered from 1
 * @throws PageLoadError `Failed to scrape <url>: action 2 (click "Load more"): <reason>`
 */
export async function runActions(
	opened: OpenPage,
	{ url, actions, tools }: ActionRequest,
): Promise<CollectedItem[]> {
	const scope: ActionScope = { opened, root: undefined, tools };
	const items: CollectedItem[] = [];
	for (const [index, action] of actions.entries()) {
		try {
			if (action.type !== 'forEach') await runItemAction(scope, action);
			else items.push(...(await runForEach(scope, action, items.length + 1)));
		} catch (error) {
			opened.signal.throwIfAborted();
			if (error instanceof BrowserCrashedError) throw error;
			const reason = describeNetworkError(describeBrowserError(error), url);
			const place = `action ${index + 1} (${describeAction(action)})`;
			throw new PageLoadError(url, `${place}: ${reason}`, { cause: error });
		}
	}
	return items;
}
