import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { loadPage, type LoadedDocument, type PageContent } from '../browser/loadPage.ts';
import type { OpenPage } from '../browser/openPage.ts';
import { takeScreenshot } from '../browser/screenshots.ts';
import type { PageTools } from './pageTools.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';

/** A page as the browser left it. */
export interface VisitedPage extends PageContent {
	/** Name of the stored image, when one was asked for. */
	screenshotFile: string | null;
}

/**
 * What happens in the browser for one URL of a request. A document's file stays; whoever gets it
 * deletes it.
 * @throws PageLoadError, ChallengeError
 */
export async function visitTarget(
	tools: Pick<PageTools, 'config' | 'files'>,
	request: ScrapeRequest,
	{ url }: ScrapeTarget,
	opened: OpenPage,
): Promise<VisitedPage | LoadedDocument> {
	const { cookies } = request;
	const documentDirectory = join(tools.config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const loaded = await loadPage(opened, { url, cookies, documentDirectory });
	if (loaded.kind === 'document') return loaded;
	return { ...loaded, screenshotFile: await captureScreen(tools, request, opened) };
}

async function captureScreen(
	{ files }: Pick<PageTools, 'files'>,
	{ screenshot, fullPageScreenshot: fullPage = false }: ScrapeRequest,
	opened: OpenPage,
): Promise<string | null> {
	if (screenshot !== true) return null;
	return await files.create('png', (path) => takeScreenshot(opened, path, { fullPage }));
}
