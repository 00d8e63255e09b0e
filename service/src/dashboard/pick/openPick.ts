import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { PICK_INDEX } from '@web-data-extraction/fields/pickedPage';
import type { PickSource } from '@web-data-extraction/fields/readPick';
import {
	type ElementBox,
	measureElements,
	numberElements,
} from '../../browser/snapshots/pageElements.ts';
import type { OpenPage } from '../../browser/page/openPage.ts';
import { describeBrowserError } from '../../browser/errors.ts';
import { takeSnapshot } from '../../browser/snapshots/pageSnapshot.ts';
import { takeScreenshot } from '../../browser/snapshots/screenshots.ts';
import type { PageTools } from '../../scrape/pageTools.ts';
import { readTarget } from '../../scrape/readTarget.ts';
import type { ScrapeRequest } from '../../scrape/scrapeRequest.ts';

/** A page as it was opened for pointing at values: a picture and data. */
export interface OpenedPage extends PickSource {
	title: string;
	/** JPEG of the whole page, cut after 16,384 pixels. */
	picture: Buffer;
	boxes: ElementBox[];
	/** What a scrape of the page says. */
	warnings: readonly string[];
}

/** What the page of an address looks like, and its elements. */
interface Look {
	html: string;
	picture: Buffer;
	boxes: ElementBox[];
	/** What is not in the picture. */
	notes: string[];
}

/** The address is not a page whose values have places; the message says why. */
export class NothingToPickError extends Error {
	override name = 'NothingToPickError' as const;
}

/**
 * Opens a page as a scrape does, and takes its picture.
 * @param request with one address
 * @throws what `readTarget` throws; NothingToPickError
 */
export async function openForPicking(
	tools: PageTools,
	request: ScrapeRequest,
	signal: AbortSignal,
): Promise<OpenedPage> {
	const [target] = request.urls;
	if (target === undefined) throw new NothingToPickError('There is no URL.');
	const directory = join(tools.config.dataDirectory, 'documents');
	const looks: Look[] = [];
	const inspectPage = async (opened: OpenPage): Promise<void> => {
		looks.push(await lookAt(opened, directory));
	};
	const page = await readTarget({ ...tools, inspectPage }, request, target, signal);
	if (page.error !== undefined) throw new NothingToPickError(page.error);
	const look = looks.at(-1);
	if (look === undefined) {
		throw new NothingToPickError(
			`${target.url} is a document: its values have no places to point at. Use the Parse node.`,
		);
	}
	const { notes, ...shown } = look;
	const { finalUrl: url, title, markdownContent: markdown } = page;
	return { ...shown, url, title, warnings: [...page.warnings, ...notes], markdown };
}

/**
 * Reads another page on which the fields are tried.
 * @throws as {@link openForPicking}
 */
export async function readForTrying(
	tools: PageTools,
	request: ScrapeRequest,
	signal: AbortSignal,
): Promise<PickSource> {
	const [target] = request.urls;
	if (target === undefined) throw new NothingToPickError('There is no URL.');
	const { error, html, finalUrl, markdownContent } = await readTarget(
		tools,
		request,
		target,
		signal,
	);
	if (error !== undefined) throw new NothingToPickError(error);
	if (html === undefined) throw new NothingToPickError(`${target.url} is a document, not a page.`);
	return { html, url: finalUrl, markdown: markdownContent };
}

async function lookAt(opened: OpenPage, directory: string): Promise<Look> {
	await numberElements(opened, PICK_INDEX);
	// Before the picture, for which pages load more: this is what a scrape reads.
	const { html } = await takeSnapshot(opened);
	await mkdir(directory, { recursive: true });
	const whole = await draw(opened, directory, true).catch((error: unknown) => {
		opened.signal.throwIfAborted();
		return describeBrowserError(error);
	});
	if (typeof whole !== 'string') return { html, ...whole, notes: [] };
	const window = await draw(opened, directory, false).catch((error: unknown) => {
		opened.signal.throwIfAborted();
		throw new NothingToPickError(`The picture of the page: ${describeBrowserError(error)}`);
	});
	return { html, ...window, notes: [`Only the top of the page could be drawn: ${whole}.`] };
}

/** Takes the picture of a page, or of what its window shows, and measures what is in it. */
async function draw(
	opened: OpenPage,
	directory: string,
	fullPage: boolean,
): Promise<Pick<Look, 'picture' | 'boxes'>> {
	const path = join(directory, `${randomUUID()}.jpeg`);
	try {
		// Smaller, and made sooner, than a picture without loss.
		await takeScreenshot(opened, path, { fullPage, type: 'jpeg' });
		const height = fullPage ? undefined : opened.window.height;
		const boxes = await measureElements(opened, PICK_INDEX, height);
		return { picture: await readFile(path), boxes };
	} finally {
		await rm(path, { force: true });
	}
}
