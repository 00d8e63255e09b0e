/// <reference lib="dom" />
import type { Page } from 'playwright-core';
import type { EvaluateInPage } from '../scripts/pageControls.ts';
import { type PendingWork, readPendingWork } from '../scripts/pendingWork.ts';
import { answerOf } from '../timeLimit.ts';

interface Handles {
	page: Page;
	evaluate: EvaluateInPage;
}

/** What a page consists of at one moment. */
export interface PageFacts {
	/** Whether the page has scripts or frames, and so may change. */
	isAlive: boolean;
	hasFrames: boolean;
	textLength: number;
	elementCount: number;
	/** In CSS pixels. */
	height: number;
}

/** The observed state of a page at one moment. */
interface PageState {
	facts: PageFacts;
	/** Undefined when the page was left meanwhile. */
	waits: PendingWork | undefined;
}

const LEFT: PageState = {
	facts: { isAlive: true, hasFrames: false, textLength: 0, elementCount: 0, height: 0 },
	waits: undefined,
};

/** @returns if the page was left meanwhile, the facts of one that still changes; for limits see `answerOf` */
export async function readState({ page, evaluate }: Handles): Promise<PageState> {
	const answers = Promise.all([evaluate(readFacts, undefined), readPendingWork(evaluate)]);
	const [facts, waits] = (await answerOf(page, answers)) ?? [];
	return facts === undefined ? LEFT : { facts, waits };
}

// Runs in the page.
function readFacts(): PageFacts {
	const hasScripts = [...document.scripts].some(
		(script) => script.type === '' || /javascript|module/.test(script.type),
	);
	const isLeading = document.querySelector('meta[http-equiv="refresh" i]') !== null;
	return {
		isAlive: hasScripts || isLeading || window.frames.length > 0,
		hasFrames: window.frames.length > 0,
		textLength: document.body?.textContent?.length ?? 0,
		elementCount: document.getElementsByTagName('*').length,
		height: document.documentElement.scrollHeight,
	};
}
