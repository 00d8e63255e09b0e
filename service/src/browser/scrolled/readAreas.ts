import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { CLOSED_ROOTS } from '../scripts/closedRoots.ts';
import type { EvaluateInPage } from '../scripts/pageControls.ts';
import { answerOf } from '../timeLimit.ts';
import { hasWheelParts } from './wheelParts.ts';
import { FrameAreas } from './frameAreas.ts';
import type { AreaRequest, AreaStep } from './area.ts';
import {
	closeAreas,
	endAreas,
	findAreas,
	keepChanged,
	showColumns,
	stepAreas,
} from './areaSteps.ts';

/** Name of the areas in the window of a page; pages can't know it. */
export const AREAS = randomUUID();

const REQUEST: Omit<AreaRequest, 'isFrame'> = {
	record: AREAS,
	closedRoots: CLOSED_ROOTS,
	mostAreas: 20,
};

/** Maximum steps, taken through all areas of a page together, and maximum time for them. */
const MOST_STEPS = 40;
const TIME_LIMIT_MS = 10_000;
/** The same with the looks that are under way then. */
const ANSWER_LIMIT_MS = 15_000;

/**
 * Scrolls the separately scrolling parts of a page (lists in a box, feeds in an application, chats, frames),
 * to reveal what is loaded or drawn only then. Rows that leave such a list are kept for the page's reader.
 * @param look waits for what the page does after scrolling; false when that left the page
 * @returns whether there is more than was read; undefined when nothing changed
 */
async function readAreas(
	evaluate: EvaluateInPage,
	frames: readonly FrameAreas[],
	look: () => Promise<boolean>,
): Promise<boolean | undefined> {
	const deadlineMs = Date.now() + TIME_LIMIT_MS;
	const ask = async (step: AreaStep): Promise<number> => {
		const inFrames = frames.map((frame) => frame.ask(step, { ...REQUEST, isFrame: true }));
		const own = await evaluate(step, { ...REQUEST, isFrame: false });
		return (await Promise.all(inFrames)).reduce((sum, count) => sum + count, own);
	};
	if ((await ask(findAreas)) === 0) return undefined;
	if (!(await look())) return false;
	if ((await ask(keepChanged)) === 0) return undefined;
	for (let step = 0; step < MOST_STEPS && Date.now() < deadlineMs; step += 1) {
		if (!(await look())) return false;
		if ((await ask(stepAreas)) === 0) break;
	}
	await ask(endAreas);
	if (!(await look())) return false;
	if ((await ask(showColumns)) > 0 && !(await look())) return false;
	return (await ask(closeAreas)) > 0;
}

/**
 * The same for a page, with the parts that only the mouse wheel moves, which are not read, within the time that pages have for it.
 * @returns undefined also for one that does not answer
 */
export function scrollParts(
	{ page, evaluate }: { page: Page; evaluate: EvaluateInPage },
	look: () => Promise<boolean>,
): Promise<boolean | undefined> {
	const reading = async (): Promise<boolean | undefined> => {
		const hasMore = await readAreas(evaluate, FrameAreas.inPage(page), look);
		return (await hasWheelParts(evaluate, look)) || hasMore;
	};
	return answerOf(page, reading(), ANSWER_LIMIT_MS);
}
