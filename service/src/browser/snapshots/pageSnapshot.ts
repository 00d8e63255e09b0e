/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import PQueue from 'p-queue';
import type { ElementHandle, Frame, Locator } from 'playwright-core';
import { showAddress } from '../../net/pageAddress.ts';
import { DRAWN, type HtmlRequest, readElementHtml } from './elementHtml.ts';
import type { OpenPage } from '../page/openPage.ts';
import { AREAS } from '../scrolled/readAreas.ts';
import { PAGE_FROZEN, withTimeLimit } from '../timeLimit.ts';

/** What a page shows at one moment. */
export interface PageSnapshot {
	/** Address shown by the browser, after all redirects. */
	url: string;
	/** At most 2,000 characters. */
	title: string;
	/**
	 * The whole document as it is, with what is drawn inside web components (open shadow roots) and
	 * visible frames in place.
	 */
	html: string;
	/** Beginning of the visible text, at most 4,000 characters. */
	textSample: string;
	/** Total characters of visible text. */
	textLength: number;
	/** Visible frames whose content is missing from the HTML: address and reason. */
	unreadFrames: string[];
}

/** The page is larger than this service reads; the message says so. */
class PageTooLargeError extends Error {
	override name = 'PageTooLargeError' as const;

	constructor() {
		super(`the page is larger than ${MAX_CHARACTERS / 1_000_000} MB, the most that is read`);
	}
}

const SNAPSHOT_TIMEOUT_MS = 25_000;
/** For one frame with its content, and for all frames of a page. */
const FRAME_TIMEOUT_MS = 5_000;
const FRAMES_TIMEOUT_MS = 20_000;
/** Frames of one document that are read at a time: all at once would slow each of them down. */
const FRAMES_AT_A_TIME = 5;

const MAX_CHARACTERS = 20_000_000;
/** Longer documents are read in parts, so that no part keeps the service from other work for long. */
const PART_CHARACTERS = 1_000_000;

/** The visible part of a document: an SVG has no body. */
const BODY = ':root > body, :root > frameset, svg:root';

/** Visible frames that are read in a page, including those within other frames. */
const MAX_FRAMES = 50;

/**
 * Reads a page as it is.
 * @throws PageTooLargeError; TimeLimitError when its scripts leave no time to answer
 */
export async function takeSnapshot({ page, evaluate, traffic }: OpenPage): Promise<PageSnapshot> {
	const frame = page.mainFrame();
	const account: FrameAccount = {
		...{ marker: randomUUID(), left: MAX_FRAMES, endMs: Date.now() + FRAMES_TIMEOUT_MS },
		unread: [],
		failed: traffic.failedFrames,
	};
	const reading = Promise.all([
		evaluate(readFacts, undefined),
		readMainFrame(frame, evaluate, account),
	]);
	const [facts, html] = await withTimeLimit(reading, SNAPSHOT_TIMEOUT_MS, PAGE_FROZEN);
	return { ...facts, html: `<!doctype html>${html}`, unreadFrames: account.unread };
}

/** Input for reading every part of a page. */
const SHOWN = { ...DRAWN, areas: AREAS };

/** Bookkeeping of a page's frames while it is read. */
interface FrameAccount {
	/** Placeholder in the HTML for a frame's content; nothing that a page could write. */
	readonly marker: string;
	/** How many more may be read, and until when. */
	left: number;
	readonly endMs: number;
	readonly unread: string[];
	/** Those whose address could not be opened. */
	readonly failed: WeakSet<Frame>;
}

async function readMainFrame(
	frame: Frame,
	evaluate: OpenPage['evaluate'],
	account: FrameAccount,
): Promise<string> {
	if (frame.childFrames().length > 0) return readFrame(frame, account);
	const html = await evaluate(readElementHtml, { ...SHOWN, longest: PART_CHARACTERS });
	return html ?? readLongHtml(frame.locator(':root'), SHOWN);
}

/** HTML of a document and of the visible frames in it. */
async function readFrame(frame: Frame, account: FrameAccount): Promise<string> {
	const { marker } = account;
	const turns = new PQueue({ concurrency: FRAMES_AT_A_TIME });
	const contents = await turns.addAll(
		frame.childFrames().map((child) => () => readChild(child, account)),
	);
	const shown = contents.filter((content) => content !== undefined);
	const isInFrame = frame.parentFrame() !== null;
	const root = frame.locator(isInFrame ? BODY : ':root').first();
	const frames = shown.map(({ element }) => element);
	const request = { ...SHOWN, marker, frames, isInFrame };
	const short = await root.evaluate(readElementHtml, { ...request, longest: PART_CHARACTERS });
	const whole = shown.reduce(
		(text, inner, index) => text.replace(`${marker}-${index}-`, () => inner.html),
		short ?? (await readLongHtml(root, request)),
	);
	if (whole.length > MAX_CHARACTERS) throw new PageTooLargeError();
	return whole;
}

/**
 * A visible frame and its HTML. The page is read without one that is too large, does not answer or could
 * not be loaded, which is reported; one that has gone meanwhile is no longer part of the page.
 */
async function readChild(
	frame: Frame,
	account: FrameAccount,
): Promise<{ element: ElementHandle; html: string } | undefined> {
	let address = frame.url();
	const reading = (async () => {
		const element = await frame.frameElement();
		const { isShown, source } = await element.evaluate(readFrameElement);
		if (!isShown) return undefined;
		address = source || address;
		if (account.failed.has(frame)) throw new UnreadFrameError('could not be loaded');
		if (/^https?:/.test(source) && isBlank(frame))
			throw new UnreadFrameError('did not arrive in time');
		if (account.left === 0) throw new UnreadFrameError(`beyond the first ${MAX_FRAMES}`);
		account.left -= 1;
		return { element, html: await readFrame(frame, account) };
	})();
	try {
		const leftMs = Math.max(0, account.endMs - Date.now());
		return await withTimeLimit(reading, Math.min(FRAME_TIMEOUT_MS, leftMs), PAGE_FROZEN);
	} catch (error) {
		if (!frame.isDetached()) account.unread.push(`${showAddress(address)} (${reasonOf(error)})`);
		return undefined;
	}
}

/** A visible frame that is not read, and why. */
class UnreadFrameError extends Error {
	override name = 'UnreadFrameError' as const;
}

/** A frame has no other address until its document arrives. */
function isBlank(frame: Frame): boolean {
	return ['', 'about:blank'].includes(frame.url());
}

function reasonOf(error: unknown): string {
	if (error instanceof PageTooLargeError) return `larger than ${MAX_CHARACTERS / 1_000_000} MB`;
	if (error instanceof UnreadFrameError) return error.message;
	return 'no answer in time';
}

// Runs in the page. Counters and the like hide in frames of a pixel.
function readFrameElement(element: Node): { isShown: boolean; source: string } {
	if (!(element instanceof Element)) return { isShown: false, source: '' };
	const { width, height } = element.getBoundingClientRect();
	const isFrame = element instanceof HTMLIFrameElement || element instanceof HTMLFrameElement;
	return {
		isShown: width * height > 400 && element.checkVisibility(),
		source: isFrame ? element.src : '',
	};
}

async function readLongHtml(root: Locator, request: HtmlRequest<ElementHandle>): Promise<string> {
	const long = await root.evaluateHandle(readElementHtml, { ...request, isHeld: true });
	try {
		const length = await long.evaluate((html) => html?.length ?? 0);
		if (length > MAX_CHARACTERS) throw new PageTooLargeError();
		const parts: string[] = [];
		for (let start = 0; start < length; start += PART_CHARACTERS) {
			const range: [number, number] = [start, start + PART_CHARACTERS];
			parts.push(await long.evaluate((html, [from, to]) => html?.slice(from, to) ?? '', range));
		}
		return parts.join('');
	} finally {
		// Fails when the page is gone, and the text with it.
		long.dispose().catch(() => undefined);
	}
}

// Runs in the page.
function readFacts(): Omit<PageSnapshot, 'html' | 'unreadFrames'> {
	const text = document.body?.innerText ?? '';
	return {
		url: location.href,
		title: document.title.slice(0, 2_000),
		textSample: text.slice(0, 4_000),
		textLength: text.length,
	};
}
