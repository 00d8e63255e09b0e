import type { BrowserAction, ItemAction } from '../browser/actions/actionTypes.ts';
import { ApiError } from '../http/apiError.ts';
import type { ScrapeRequest } from './scrapeRequest.ts';

/** Actions on one page, those inside a forEach included. */
const MOST_ACTIONS = 100;

/** Pauses that an address asks for, all together; a forEach's own count once. */
const LONGEST_PAUSES_MS = 300_000;

/**
 * Refuses more actions, or longer pauses, than one page may take of the browser.
 * @throws ApiError 400 naming the address
 */
export function checkActionLimits({ urls }: ScrapeRequest): void {
	for (const [index, { actions = [] }] of urls.entries()) {
		const all = actions.flatMap(listActions);
		if (all.length > MOST_ACTIONS) {
			const message = `urls[${index}].actions asks for ${all.length} actions: at most ${MOST_ACTIONS} are run on a page.`;
			throw new ApiError(400, message);
		}
		const pausesMs = all.reduce((sum, action) => sum + readPauseMs(action), 0);
		if (pausesMs > LONGEST_PAUSES_MS) {
			const message = `urls[${index}].actions asks for pauses of ${pausesMs} ms together: at most ${LONGEST_PAUSES_MS} ms are waited on a page.`;
			throw new ApiError(400, message);
		}
	}
}

function listActions(action: BrowserAction): Array<BrowserAction | ItemAction> {
	return action.type === 'forEach' ? [action, ...(action.actions ?? [])] : [action];
}

function readPauseMs(action: BrowserAction | ItemAction): number {
	if (action.type === 'wait') return action.duration;
	return action.type === 'forEach' ? (action.waitAfterClick ?? 0) : 0;
}
