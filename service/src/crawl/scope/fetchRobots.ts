/// <reference lib="dom" />
import type { OpenPage } from '../../browser/openPage.ts';
import type { FetchRobots } from './robotsFiles.ts';
import { MAX_ROBOTS_CHARACTERS } from './robotsRules.ts';

const TIMEOUT_MS = 10_000;

/**
 * Fetches robots.txt files in a browser tab: with the same cookies and proxy as the pages, behind the
 * same guard, and however large the answer, the service's memory holds its beginning only.
 */
export function fetchRobotsIn({ page, network, signal }: OpenPage): FetchRobots {
	return async (robotsUrl) => {
		try {
			await network.guard.assertUrlAllowed(robotsUrl);
			const options = { timeout: TIMEOUT_MS, waitUntil: 'domcontentloaded' } as const;
			const response = await page.goto(robotsUrl, options);
			const text = await page.evaluate(readText, MAX_ROBOTS_CHARACTERS);
			return { status: response?.status(), text };
		} catch {
			signal.throwIfAborted();
			return { status: undefined, text: '' };
		}
	};
}

// Runs in the page.
function readText(maxCharacters: number): string {
	return (document.documentElement.textContent ?? '').slice(0, maxCharacters);
}
