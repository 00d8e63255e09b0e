/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { ElementHandle, Frame, Locator } from 'playwright-core';
import { RENDERED } from '../rendered.ts';
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
const BODY = ':root > body, :root > frameset, svg:root';

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
	const request = { rendered: RENDERED };
	const html = await ask(readElementHtml, { ...request, longest: PART_CHARACTERS });
	return html ?? readLongHtml(frame.locator(':root'), request);
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
	const isInFrame = depth > 0;
	const root = frame.locator(isInFrame ? BODY : ':root').first();
	const frames = shown.map(({ element }) => element);
	const request = { rendered: RENDERED, marker, frames, isInFrame };
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
export const ITEM_HTML = { rendered: RENDERED, longest: 2_000_000 };

interface HtmlRequest<FrameElement = Node> {
	/** Frames in whose place a marker with their number is written: `marker-0-`. */
	frames?: FrameElement[];
	marker?: string;
	/** The document is that of a frame: its body, with whole addresses, becomes part of another page. */
	isInFrame?: boolean;
	/** The attribute that says how elements are shown; see `rendered.ts`. */
	rendered: string;
	/** HTML of more characters is not handed over. */
	longest?: number;
	/** Returns an object that stays in the page and holds the text, to be read in parts. */
	isHeld?: boolean;
}

/**
 * HTML of an element as it is drawn, for use inside the page: open shadow roots are written out in
 * place of the elements that hold them, and what a style sheet makes of an element is noted in an
 * attribute of its copy. It holds all it needs, because it travels as text.
 * @returns undefined when it is longer than asked for
 */
export function readElementHtml(root: Element, request: HtmlRequest): string | undefined {
	const { frames = [], marker = '', isInFrame = false } = request;
	const { rendered, longest = Infinity, isHeld = false } = request;
	// A document without a window: copies of web components must not come to life.
	const target = document.implementation.createHTMLDocument('');
	/** What is not shown, or is no text, with all inside of it. */
	const unread = new WeakSet<Node>();
	const code = new WeakSet<Node>();
	const UNSTYLED =
		/^(?:HEAD|SCRIPT|STYLE|LINK|META|BASE|TITLE|TEMPLATE|NOSCRIPT|AREA|SOURCE|TRACK|PARAM|INPUT|SELECT|DATALIST|OPTION|RP|COL|COLGROUP|svg)$/;
	const INLINE = /^(?:SPAN|A|B|STRONG|EM|I|CODE|SMALL|TIME|LABEL|MARK|FONT)$/;
	const TABLE_TAG = /^(?:TABLE|THEAD|TBODY|TFOOT|TR|TD|TH|CAPTION)$/;
	const TABLE_PARTS: Readonly<Record<string, string>> = {
		table: 'table',
		'inline-table': 'table',
		'table-header-group': 'head',
		'table-row': 'row',
		'table-cell': 'cell',
	};
	const isVisible = (element: Element) => getComputedStyle(element).visibility === 'visible';
	// Pages hide themselves while they load.
	const isLoading =
		document.body !== null &&
		(getComputedStyle(document.body).display === 'none' || !isVisible(document.body));

	const isHidden = (element: Element, { display, visibility }: CSSStyleDeclaration): boolean => {
		if (display === 'none') return true;
		if (visibility === 'visible') return false;
		return ![...element.querySelectorAll('*')].some(isVisible);
	};
	/** Whether a click on an element may open what is beside it: it leads nowhere and sends nothing. */
	const isControl = (element: Element): boolean => {
		const isPointed = (place: Element) => getComputedStyle(place).cursor === 'pointer';
		// All of a card that is a link is pointed at.
		if (element.parentElement !== null && isPointed(element.parentElement)) return false;
		const places = [element, ...element.querySelectorAll('*')].slice(0, 4);
		const others = 'a[href]:not([href^="#"]), button, label, input, select';
		return places.some((place) => isPointed(place) && place.closest(others) === null);
	};
	const waysOf = (source: Element): string[] => {
		const style = getComputedStyle(source);
		const { display, whiteSpace, listStyleType } = style;
		if (isHidden(source, style)) {
			unread.add(source);
			return ['none'];
		}
		const name = source.nodeName;
		const ways: string[] = [];
		const part = TABLE_TAG.test(name) ? undefined : TABLE_PARTS[display];
		if (part !== undefined) ways.push(part);
		if (name === 'DIV' && display.startsWith('inline')) ways.push('inline');
		const isInline = INLINE.test(name) || name.includes('-');
		if (isInline && !/^(?:inline|contents|none)/.test(display)) ways.push('block');
		if (name === 'PRE') code.add(source);
		else if (name === 'CODE' && whiteSpace.startsWith('pre') && !code.has(source)) ways.push('pre');
		if (name === 'OL' && /-(?:alpha|latin|roman|greek)$/.test(listStyleType)) {
			ways.push(listStyleType);
		}
		return ways;
	};
	const note = (copy: Element, way: string): void => {
		copy.setAttribute(rendered, `${copy.getAttribute(rendered) ?? ''} ${way}`.trim());
	};
	/** Notes on the copy of an element how it is shown. Ancestors come first, siblings in their order. */
	const noteWays = (source: Element, copy: Element, before: Element | undefined): void => {
		const parent = source.parentElement ?? source.getRootNode();
		const place = parent instanceof ShadowRoot ? parent.host : parent;
		if (unread.has(place) || UNSTYLED.test(source.nodeName)) {
			unread.add(source);
			return;
		}
		if (code.has(place)) code.add(source);
		if (isLoading || source === document.body || source === document.documentElement) return;
		const ways = waysOf(source);
		for (const way of ways) note(copy, way);
		const previous = source.previousElementSibling;
		if (ways[0] !== 'none' || previous === null || before === undefined) return;
		if (!unread.has(previous) && isControl(previous)) note(before, 'control');
	};

	const listChildren = (parent: Element): Node[] =>
		[...(parent.shadowRoot ?? parent).childNodes].flatMap((child): Node[] => {
			if (!(child instanceof HTMLSlotElement)) return [child];
			const assigned = child.assignedNodes({ flatten: true });
			return assigned.length > 0 ? assigned : [...child.childNodes];
		});
	const ADDRESSES = ['href', 'src', 'poster', 'data-src', 'data-original', 'data-lazy-src'];
	const SOURCE_SETS = ['srcset', 'data-srcset'];
	/** Writes out addresses that start from the frame's own. */
	const completeAddresses = (copy: Element): void => {
		const complete = (address: string) => URL.parse(address, document.baseURI)?.href ?? address;
		for (const name of ADDRESSES) {
			const address = copy.getAttribute(name)?.trim();
			if (address) copy.setAttribute(name, complete(address));
		}
		for (const name of SOURCE_SETS) {
			const parts =
				copy
					.getAttribute(name)
					?.trim()
					.split(/(,?\s+)/) ?? [];
			const isAddress = (part: string, at: number) => at % 2 === 0 && !/^[\d.]+[wxh]$/.test(part);
			const set = parts.map((part, at) => (isAddress(part, at) ? complete(part) : part)).join('');
			if (set !== '') copy.setAttribute(name, set);
		}
	};
	const copyElement = (source: Element): Element => {
		// The body of a frame is a part of the page around it.
		if (isInFrame && source === root) return target.createElement('div');
		const copy = target.importNode(source, false);
		if (isInFrame) completeAddresses(copy);
		return copy;
	};
	const flatten = (source: Element, before?: Element): Element => {
		const frameNumber = frames.indexOf(source);
		if (frameNumber !== -1) {
			const place = target.createElement('div');
			place.append(`${marker}-${frameNumber}-`);
			return place;
		}
		const copy = copyElement(source);
		noteWays(source, copy, before);
		let last: Element | undefined;
		for (const child of listChildren(source)) {
			if (child instanceof Element) copy.append((last = flatten(child, last)));
			else copy.append(target.importNode(child, true));
		}
		return copy;
	};
	const elements = [root, ...root.querySelectorAll('*')];
	const isPlain =
		!isInFrame && frames.length === 0 && !elements.some(({ shadowRoot }) => shadowRoot !== null);
	const copyPlain = (): Element => {
		const copy = target.importNode(root, true);
		const copies = [copy, ...copy.querySelectorAll('*')];
		for (const [index, source] of elements.entries()) {
			const place = copies[index];
			if (place !== undefined) noteWays(source, place, place.previousElementSibling ?? undefined);
		}
		return copy;
	};
	const whole = isPlain ? copyPlain() : flatten(root);
	if (!isLoading && !isInFrame) note(whole, 'drawn');
	const html = whole.outerHTML;
	if (isHeld) return Object(html);
	return html.length > longest ? undefined : html;
}
