/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { ElementHandle, Frame, Locator } from 'playwright-core';
import type { OpenPage } from './openPage.ts';
import { PAGE_FROZEN, withTimeLimit } from './timeLimit.ts';

/** What a page shows at one moment. */
export interface PageSnapshot {
	/** Address shown by the browser, after all redirects. */
	url: string;
	/** At most 2,000 characters. */
	title: string;
	/**
	 * The whole document as it stands, with what is drawn inside web components (open shadow roots) and
	 * visible frames at its place.
	 */
	html: string;
	/** Beginning of the visible text, at most 4,000 characters. */
	textSample: string;
	/** Characters of visible text in all. */
	textLength: number;
}

/** The page is larger than this service reads; the message says so. */
class PageTooLargeError extends Error {
	override name = 'PageTooLargeError' as const;

	constructor() {
		super(
			`the page is larger than ${MAX_CHARACTERS / 1_000_000} MB, which is the most that is read`,
		);
	}
}

const SNAPSHOT_TIMEOUT_MS = 15_000;
const FRAME_TIMEOUT_MS = 3_000;
const SHOWN_CHARACTERS = { sample: 4_000, title: 2_000 };

const MAX_CHARACTERS = 20_000_000;
/** Longer documents come in parts, so that no part keeps the service from other work for long. */
const PART_CHARACTERS = 1_000_000;

/** All there is to see of a document: an SVG has no body. */
const BODY = ':root > body, :root > frameset, :root:not(:has(> body, > frameset))';

const MAX_FRAMES = 20;
const MAX_FRAME_DEPTH = 3;

/**
 * Reads a page as it stands.
 * @throws PageTooLargeError; TimeLimitError when its scripts leave no time to answer
 */
export async function takeSnapshot({ page, ask }: OpenPage): Promise<PageSnapshot> {
	const frame = page.mainFrame();
	const reading = Promise.all([ask(readFacts, SHOWN_CHARACTERS), readMainFrame(frame, ask)]);
	const [facts, html] = await withTimeLimit(reading, SNAPSHOT_TIMEOUT_MS, PAGE_FROZEN);
	return { ...facts, html: `<!doctype html>${html}` };
}

async function readMainFrame(frame: Frame, ask: OpenPage['ask']): Promise<string> {
	if (frame.childFrames().length > 0) return readFrame(frame, 0, randomUUID());
	const html = await ask(readElementHtml, { longest: PART_CHARACTERS });
	return html ?? readLongHtml(frame.locator(':root'), {});
}

/**
 * HTML of a document and of the visible frames in it.
 * @param depth 0 for the page itself
 * @param marker what stands in the HTML where a frame's content belongs; nothing that a page could write
 */
async function readFrame(frame: Frame, depth: number, marker: string): Promise<string> {
	const children = depth < MAX_FRAME_DEPTH ? frame.childFrames().slice(0, MAX_FRAMES) : [];
	const contents = await Promise.all(children.map((child) => readChild(child, depth + 1, marker)));
	const shown = contents.filter((content) => content !== undefined);
	const root = depth === 0 ? frame.locator(':root') : frame.locator(BODY).first();
	const request = { marker, frames: shown.map(({ element }) => element) };
	const short = await root.evaluate(readElementHtml, { ...request, longest: PART_CHARACTERS });
	const whole = shown.reduce(
		(text, inner, index) => text.replace(`${marker}-${index}-`, () => inner.html),
		short ?? (await readLongHtml(root, request)),
	);
	if (whole.length > MAX_CHARACTERS) throw new PageTooLargeError();
	return whole;
}

// A frame that went away, is too large or does not answer is left out: the page is read without it.
async function readChild(
	frame: Frame,
	depth: number,
	marker: string,
): Promise<{ element: ElementHandle; html: string } | undefined> {
	const reading = (async () => {
		const element = await frame.frameElement();
		if (!(await element.evaluate(isShown))) return undefined;
		return { element, html: await readFrame(frame, depth, marker) };
	})();
	return withTimeLimit(reading, FRAME_TIMEOUT_MS, PAGE_FROZEN).catch(() => undefined);
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
		// Fails when the page has gone, and the text with it.
		long.dispose().catch(() => undefined);
	}
}

// Runs in the page. Counters and the like hide in frames of a pixel.
function isShown(element: Node): boolean {
	if (!(element instanceof Element)) return false;
	const { width, height } = element.getBoundingClientRect();
	return width * height > 400 && element.checkVisibility();
}

// Runs in the page.
function readFacts(
	_root: Element,
	most: { sample: number; title: number },
): Omit<PageSnapshot, 'html'> {
	const text = document.body?.innerText ?? '';
	return {
		url: location.href,
		title: document.title.slice(0, most.title),
		textSample: text.slice(0, most.sample),
		textLength: text.length,
	};
}

/** How the HTML of an item of a list is read: 2 million characters at most. */
export const ITEM_HTML = { longest: 2_000_000 };

interface HtmlRequest<FrameElement = Node> {
	/** Frames in whose place a marker with their number is written: `marker-0-`. */
	frames?: FrameElement[];
	marker?: string;
	/** HTML of more characters is not handed over. */
	longest?: number;
	/** Returns an object that stays in the page and holds the text, to be read in parts. */
	isHeld?: boolean;
}

/**
 * HTML of an element as it is drawn, for use inside the page: open shadow roots are written out in
 * place of the elements that hold them. It holds all it needs, because it travels as text.
 * @returns undefined when it is longer than asked for
 */
export function readElementHtml(
	root: Element,
	{ frames = [], marker = '', longest = Infinity, isHeld = false }: HtmlRequest,
): string | undefined {
	const elements = [root, ...root.querySelectorAll('*')];
	const isPlain = frames.length === 0 && !elements.some(({ shadowRoot }) => shadowRoot !== null);

	const listChildren = (parent: Element): Node[] =>
		[...(parent.shadowRoot ?? parent).childNodes].flatMap((child): Node[] => {
			if (!(child instanceof HTMLSlotElement)) return [child];
			const assigned = child.assignedNodes({ flatten: true });
			return assigned.length > 0 ? assigned : [...child.childNodes];
		});
	const flatten = (source: Element, target: Document): Element => {
		const frameNumber = frames.indexOf(source);
		if (frameNumber !== -1) {
			const place = target.createElement('div');
			place.append(`${marker}-${frameNumber}-`);
			return place;
		}
		const copy = target.importNode(source, false);
		for (const child of listChildren(source)) {
			const isElement = child instanceof Element;
			copy.append(isElement ? flatten(child, target) : target.importNode(child, true));
		}
		return copy;
	};
	// A document without a window: copies of web components must not come to life.
	const html = isPlain
		? root.outerHTML
		: flatten(root, document.implementation.createHTMLDocument('')).outerHTML;
	if (isHeld) return Object(html);
	return html.length > longest ? undefined : html;
}
