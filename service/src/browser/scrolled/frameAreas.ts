/// <reference lib="dom" />
import { drawFrames } from '../scripts/drawFrames.ts';
import type { Frame, Page } from 'playwright-core';
import { expressionOf } from '../scripts/pageControls.ts';
import { withTimeLimit } from '../timeLimit.ts';
import type { AreaRequest, AreaStep } from './area.ts';

/** Frames whose parts are scrolled: the first ones of a page. */
const MOST_FRAMES = 20;
const ANSWER_LIMIT_MS = 1_000;
/** A frame of another site may have a separate clock, which nobody waits for. */
const DRAWING_LIMIT_MS = 300;

/** The areas of a frame. */
export class FrameAreas {
	readonly #frame: Frame;
	readonly #isApart: boolean;
	/** Whether it has areas, as far as is known. */
	#isAsked = true;
	#isFirst = true;

	private constructor(frame: Frame) {
		this.#frame = frame;
		const [own, site] = [frame.url(), frame.page().url()].map((url) => URL.parse(url)?.hostname);
		this.#isApart = Boolean(own) && own !== site;
	}

	static inPage(page: Page): FrameAreas[] {
		const frames = page.frames().filter((frame) => frame !== page.mainFrame());
		return frames.slice(0, MOST_FRAMES).map((frame) => new FrameAreas(frame));
	}

	/**
	 * Does something with the areas of the frame.
	 * @returns how many are affected; 0 for a frame that has none, does not answer, or is gone
	 */
	async ask(step: AreaStep, request: AreaRequest): Promise<number> {
		if (!this.#isAsked) return 0;
		if (this.#isApart && !this.#isFirst)
			await this.#answer(this.#frame.evaluate(drawFrames), DRAWING_LIMIT_MS);
		const count = await this.#answer(this.#frame.evaluate<number>(expressionOf(step, request)));
		this.#isAsked = !this.#isFirst || (count ?? 0) > 0;
		this.#isFirst = false;
		return count ?? 0;
	}

	async #answer<Answer>(
		answer: Promise<Answer>,
		limitMs = ANSWER_LIMIT_MS,
	): Promise<Answer | undefined> {
		return await withTimeLimit(answer, limitMs, '').catch(() => undefined);
	}
}
