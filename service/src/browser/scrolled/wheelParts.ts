/// <reference lib="dom" />
import type { EvaluateInPage } from '../scripts/pageControls.ts';
import { WHEELED } from '../scripts/pendingWork.ts';

/**
 * Whether parts of a page show more when the mouse wheel is turned over them, although they do not scroll: code
 * editors, lists that scripts move. They are turned back.
 * @param look waits for what the page does then; false when that left the page
 */
export async function hasWheelParts(
	evaluate: EvaluateInPage,
	look: () => Promise<boolean>,
): Promise<boolean> {
	const turn = (by: number) => evaluate(turnWheel, { record: WHEELED, by });
	const before = await turn(STEP_PIXELS);
	if (before.length === 0 || !(await look())) return false;
	const after = await turn(-STEP_PIXELS);
	await look();
	return after.some((text, at) => isMore(text, before[at] ?? ''));
}

/** As much as one notch of a common wheel. */
const STEP_PIXELS = 100;

/** Whether a part shows lines that it did not show before. */
function isMore(after: string, before: string): boolean {
	const lines = new Set(before.split('\n'));
	return after.split('\n').some((line) => line.trim() !== '' && !lines.has(line));
}

/** Runs in the page. @returns what the parts that listen to the wheel showed before */
function turnWheel(_root: Element, { record, by }: { record: string; by: number }): string[] {
	const noted: Array<WeakRef<Element>> = Reflect.get(window, Symbol.for(record)) ?? [];
	const parts = noted
		.flatMap((reference) => reference.deref() ?? [])
		.filter((part) => {
			const isClipping = /^(?:hidden|clip)$/.test(getComputedStyle(part).overflowY);
			// Smaller ones contain no lists.
			const isLarge = part.clientHeight >= 40 && part.clientWidth >= 80;
			return part.isConnected && isClipping && isLarge && part.checkVisibility();
		});
	const texts = parts.map((part) => (part instanceof HTMLElement ? part.innerText : ''));
	for (const part of parts) {
		const { left, top, width, height } = part.getBoundingClientRect();
		const at = { clientX: left + width / 2, clientY: top + height / 2 };
		const turned = { bubbles: true, cancelable: true, composed: true, deltaY: by, ...at };
		part.dispatchEvent(new WheelEvent('wheel', turned));
	}
	return texts;
}
