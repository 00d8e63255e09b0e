/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { ElementHandle, Frame } from 'playwright-core';
import { question } from './askPage.ts';
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
export class PageTooLargeError extends Error {
	override name = 'PageTooLargeError' as const;

	constructor() {
		super(
			`the page is larger than ${MAX_CHARACTERS / 1_000_000} MB, which is the most that is read`,
		);
	}
}

const SNAPSHOT_TIMEOUT_MS = 15_000;
const FRAME_TIMEOUT_MS = 3_000;
const SAMPLE_CHARACTERS = 4_000;
const TITLE_CHARACTERS = 2_000;

const MAX_CHARACTERS = 20_000_000;
/** Longer documents come in parts, so that no part keeps the service from other work for long. */
const PART_CHARACTERS = 1_000_000;

const MAX_FRAMES = 20;
const MAX_FRAME_DEPTH = 3;

/**
 * Reads a page as it stands.
 * @throws PageTooLargeError; TimeLimitError when its scripts leave no time to answer
 */
export async function takeSnapshot(opened: OpenPage): Promise<PageSnapshot> {
	const [facts, html] = await withTimeLimit(read(opened), SNAPSHOT_TIMEOUT_MS, PAGE_FROZEN);
	return { ...facts, html: `<!doctype html>${html}` };
}

async function read({ page, ask }: OpenPage): Promise<[PageFacts, string]> {
	const frame = page.mainFrame();
	if (frame.childFrames().length > 0) {
		const reading = readFrame(frame, { depth: 0, marker: randomUUID() });
		return Promise.all([ask(askFacts).then(([facts]) => facts), reading]);
	}
	const [facts, html] = await ask(askFacts, askHtml);
	return [facts, html ?? (await readLongHtml(frame, PLAIN_DOCUMENT))];
}

interface FramePlace {
	/** 0 for the page itself. */
	depth: number;
	/** What stands in the HTML where a frame's content belongs; nothing that a page could write. */
	marker: string;
}

/** HTML of a document and of the visible frames in it. */
async function readFrame(frame: Frame, { depth, marker }: FramePlace): Promise<string> {
	const children = depth < MAX_FRAME_DEPTH ? frame.childFrames().slice(0, MAX_FRAMES) : [];
	const contents = await Promise.all(
		children.map((child) => readChild(child, { depth: depth + 1, marker })),
	);
	const frames = contents.filter((content) => content !== undefined);
	const html = await readHtml(frame, {
		isHeld: false,
		marker,
		frames: frames.map(({ element }) => element),
		isWhole: depth === 0,
		longest: PART_CHARACTERS,
	});
	const whole = frames.reduce(
		(text, inner, index) => text.replace(`${marker}-${index}-`, () => inner.html),
		html,
	);
	if (whole.length > MAX_CHARACTERS) throw new PageTooLargeError();
	return whole;
}

// A frame that went away, is too large or does not answer is left out: the page is read without it.
async function readChild(
	frame: Frame,
	place: FramePlace,
): Promise<{ element: ElementHandle; html: string } | undefined> {
	const reading = (async () => {
		const element = await frame.frameElement();
		if (!(await element.evaluate(isShown))) return undefined;
		return { element, html: await readFrame(frame, place) };
	})();
	return withTimeLimit(reading, FRAME_TIMEOUT_MS, PAGE_FROZEN).catch(() => undefined);
}

async function readHtml(frame: Frame, request: DocumentRequest<ElementHandle>): Promise<string> {
	const short = await frame.evaluate(readElementHtml, request);
	return short ?? readLongHtml(frame, request);
}

async function readLongHtml(
	frame: Frame,
	request: DocumentRequest<ElementHandle>,
): Promise<string> {
	const long = await frame.evaluateHandle(readElementHtml, { ...request, isHeld: true });
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

type PageFacts = Omit<PageSnapshot, 'html'>;

const askFacts = question(readFacts, { sample: SAMPLE_CHARACTERS, title: TITLE_CHARACTERS });

// Runs in the page.
function readFacts(most: { sample: number; title: number }): PageFacts {
	const text = document.body?.innerText ?? '';
	return {
		url: location.href,
		title: document.title.slice(0, most.title),
		textSample: text.slice(0, most.sample),
		textLength: text.length,
	};
}

/** HTML of an item of a list that is read at most, in characters. */
export const LONGEST_ITEM_CHARACTERS = 2_000_000;

/** Asks for the HTML of a document instead of an element. */
export interface DocumentRequest<FrameElement = Node> {
	/** Written in place of each frame, with its number: `marker-0-`. */
	marker: string;
	/** Frames whose content is put in. */
	frames: FrameElement[];
	/** With the head; else the body alone. */
	isWhole: boolean;
	/** HTML of more characters is not handed over, unless it is held. */
	longest: number;
	/** Returns an object that stays in the page and holds the text, to be read in parts. */
	isHeld: boolean;
}

/** The whole of a document without frames. */
const PLAIN_DOCUMENT: DocumentRequest<never> = {
	marker: '',
	frames: [],
	isWhole: true,
	longest: PART_CHARACTERS,
	isHeld: false,
};
/** Not handed over when it is longer than a part. */
const askHtml = question(readElementHtml, PLAIN_DOCUMENT);

/**
 * HTML of an element as it is drawn, for use inside the page: open shadow roots are written out in
 * place of the elements that hold them. It holds all it needs, because it travels as text.
 * @param subject the element; or a request for the document around
 * @param longestElement characters of an element's HTML that are handed over at most
 * @returns undefined when it is longer than that, or the document longer than asked for
 */
export function readElementHtml(
	subject: Node | DocumentRequest,
	longestElement?: number,
): string | undefined {
	const request: Omit<DocumentRequest, 'longest'> & { longest?: number | undefined } =
		subject instanceof Node
			? { frames: [], marker: '', isWhole: true, isHeld: false, longest: longestElement }
			: subject;
	const { frames, marker, isWhole, isHeld, longest } = request;
	const ofDocument = isWhole
		? document.documentElement
		: (document.body ?? document.documentElement);
	const root = subject instanceof Element ? subject : ofDocument;
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
	return longest !== undefined && html.length > longest ? undefined : html;
}
