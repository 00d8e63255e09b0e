import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { runActions } from '../browser/actions/runActions.ts';
import { describeBrowserError, PageLoadError } from '../browser/errors.ts';
import { formatItemSections } from '../browser/forEach/runForEach.ts';
import type { LoadedDocument } from '../browser/documentDownload.ts';
import { loadPage, readPage, type PageContent } from '../browser/loadPage.ts';
import type { OpenPage } from '../browser/openPage.ts';
import { takeScreenshot } from '../browser/screenshots.ts';
import { StorageUnavailableError } from '../files/storage.ts';
import { type ActionEffort, createActionTools } from './actionTools.ts';
import type { PageTools } from './pageTools.ts';
import type { ScrapeRequest, ScrapeTarget } from './scrapeRequest.ts';

/** A page as the browser left it, after its actions. */
export interface VisitedPage extends PageContent {
	/** Items that its forEach actions collected, as Markdown; empty without any. */
	itemSections: string;
	/** Name of the stored image, when one was asked for. */
	screenshotFile: string | null;
	effort: ActionEffort;
}

const NEVER_AT_REST = 'never came to rest; it was read as it stood at the time limit';

/**
 * What happens in the browser for one URL of a request. A document's file stays; whoever gets it
 * deletes it.
 * @throws PageLoadError, ChallengeError, StorageUnavailableError
 */
export async function visitTarget(
	tools: PageTools,
	request: ScrapeRequest,
	target: ScrapeTarget,
	opened: OpenPage,
): Promise<VisitedPage | LoadedDocument> {
	const { url, actions = [] } = target;
	const { reportItem = () => undefined, config } = tools;
	const { signal } = opened;
	const documentDirectory = join(config.dataDirectory, 'documents');
	await mkdir(documentDirectory, { recursive: true });
	const loaded = await loadPage(opened, {
		url,
		cookies: request.cookies,
		documentDirectory,
		inRealTime: actions.length > 0,
	});
	if (loaded.kind === 'document') return loaded;
	const options = { documentDirectory, reportItem, signal };
	const { actionTools, effort } = createActionTools(tools, options);
	const items = await runActions(opened, { url, actions, tools: actionTools });
	const page = actions.length === 0 ? loaded : await readPage(opened, url);
	if (!page.isAtRest) effort.warnings.add(`${url} ${NEVER_AT_REST}`);
	return {
		...page,
		effort,
		itemSections: formatItemSections(items, page.finalUrl),
		screenshotFile: await captureScreen(tools, request, target, opened),
	};
}

async function captureScreen(
	{ files }: PageTools,
	{ screenshot, fullPageScreenshot: fullPage = false }: ScrapeRequest,
	{ url }: ScrapeTarget,
	opened: OpenPage,
): Promise<string | null> {
	if (screenshot !== true) return null;
	try {
		return await files.create('png', (path) => takeScreenshot(opened, path, { fullPage }));
	} catch (error) {
		opened.signal.throwIfAborted();
		if (error instanceof StorageUnavailableError) throw error;
		throw new PageLoadError(url, `screenshot: ${describeBrowserError(error)}`, { cause: error });
	}
}
