/// <reference lib="dom" />
import { rename, rm } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { PageScreenshotOptions } from 'playwright-core';
import type { OpenPage } from '../page/openPage.ts';

const TIMEOUT_MS = 30_000;

/** Longest wait for images that had not been loaded yet. */
const PICTURES_TIMEOUT_MS = 5_000;

/** Chromium draws nothing below this: the longest side of its drawing surface. */
const MAX_HEIGHT_PIXELS = 16_384;

type Clip = NonNullable<PageScreenshotOptions['clip']>;

/**
 * Takes a screenshot of a page as it is and stores it as a file, whole or not at all. Pages
 * longer than 16,384 pixels are cut there.
 * @param fullPage the whole scrollable page instead of what its window shows
 * @param type of the file. Default: png
 */
export async function takeScreenshot(
	{ page, signal, clock, window }: OpenPage,
	filePath: string,
	{ fullPage, type = 'png' }: { fullPage: boolean; type?: 'png' | 'jpeg' },
): Promise<void> {
	const partial = `${filePath}.part.${type}`;
	// A page whose clock is stopped is not drawn.
	clock.release();
	try {
		await window.reset(true);
		if (fullPage) {
			await Promise.race([page.evaluate(loadLazyPictures), delay(PICTURES_TIMEOUT_MS)]);
		}
		const clip = fullPage ? await page.evaluate(measureClip, MAX_HEIGHT_PIXELS) : undefined;
		await page.screenshot({
			path: partial,
			type,
			// A running animation would make the picture a matter of luck.
			animations: 'disabled',
			timeout: TIMEOUT_MS,
			signal,
			fullPage,
			...(clip !== undefined && { clip }),
		});
		await rename(partial, filePath);
	} catch (error) {
		await rm(partial, { force: true });
		throw error;
	}
}

// Runs in the page. The part of a page that is drawn when it is too long to be drawn whole.
function measureClip(mostPixels: number): Clip | undefined {
	const { scrollWidth: width, scrollHeight } = document.documentElement;
	return scrollHeight > mostPixels ? { x: 0, y: 0, width, height: mostPixels } : undefined;
}

// Runs in the page. Images far below the window are otherwise loaded when they come near it.
async function loadLazyPictures(): Promise<void> {
	const missing = [...document.images].filter(
		({ complete, loading }) => loading === 'lazy' && !complete,
	);
	for (const picture of missing) picture.loading = 'eager';
	await Promise.allSettled(missing.map((picture) => picture.decode()));
}
