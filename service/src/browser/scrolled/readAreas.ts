import { randomUUID } from 'node:crypto';
import { CLOSED_ROOTS } from '../closedRoots.ts';
import type { EvaluateInPage } from '../pageControls.ts';
import type { AreaRequest } from './area.ts';
import {
	closeAreas,
	endAreas,
	findAreas,
	keepChanged,
	showColumns,
	stepAreas,
} from './areaSteps.ts';

/** Names the areas in the window of a page; pages can't know it. */
export const AREAS = randomUUID();

const REQUEST: AreaRequest = { record: AREAS, closedRoots: CLOSED_ROOTS, mostAreas: 20 };

/** Steps through the areas of a page, together, and the longest time for them. */
const MOST_STEPS = 40;
const TIME_LIMIT_MS = 10_000;

/**
 * Scrolls what a page scrolls by itself (lists in a box, feeds in a part of an application, chats), for
 * what is loaded or drawn only then. Rows that leave such a list are kept for the reader of the page.
 * @param look waits for what the page does once it was scrolled; false when it left the page
 * @returns whether there is more than was read
 */
export async function readAreas(
	evaluate: EvaluateInPage,
	look: () => Promise<boolean>,
): Promise<boolean> {
	const deadlineMs = Date.now() + TIME_LIMIT_MS;
	if ((await evaluate(findAreas, REQUEST)) === 0) return false;
	if (!(await look())) return false;
	if ((await evaluate(keepChanged, REQUEST)) === 0) return false;
	for (let step = 0; step < MOST_STEPS && Date.now() < deadlineMs; step += 1) {
		if (!(await look())) return false;
		if ((await evaluate(stepAreas, REQUEST)) === 0) break;
	}
	await evaluate(endAreas, REQUEST);
	if (!(await look())) return false;
	if ((await evaluate(showColumns, REQUEST)) > 0 && !(await look())) return false;
	return (await evaluate(closeAreas, REQUEST)) > 0;
}
