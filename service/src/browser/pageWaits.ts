/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { question } from './askPage.ts';

/** What the scripts of a page have asked to be told of, which a small window or a standing clock hold back. */
export interface PageWaits {
	/** What comes into view, be it by an observer or by events of scrolling. */
	isForView: boolean;
	/** Frames being drawn and idle moments. */
	isForDrawing: boolean;
	/** Messages: a web socket or an event stream is connecting or open, or a worker was started. */
	isForMessages: boolean;
}

/** What the record in a page holds. */
interface NotedWaits extends Omit<PageWaits, 'isForMessages'> {
	sources: object[];
}

/** Names the record in the window of a page; pages can't know it. */
const RECORD = randomUUID();

/** Begins to note what a page waits for, from its next document on. */
export async function watchWaits(page: Page): Promise<void> {
	await page.addInitScript(noteWaits, RECORD);
}

/** What a page and the frames of its site have waited for so far. */
export const askWaits = question(readWaits, RECORD);

// Runs in the page, before its own scripts. What it puts in place of the browser's functions behaves and reads like them.
function noteWaits(record: string): void {
	const waits: NotedWaits = { isForView: false, isForDrawing: false, sources: [] };
	Object.defineProperty(window, Symbol.for(record), { value: waits });

	const VIEW_EVENTS = new Set([
		'scroll',
		'scrollend',
		'resize',
		'wheel',
		'touchmove',
		'contentvisibilityautostatechange',
	]);
	const noteEvent = (type: unknown): void => {
		if (VIEW_EVENTS.has(String(type))) waits.isForView = true;
		if (/^(transition|animation)/.test(String(type))) waits.isForDrawing = true;
	};
	const noteView = (): void => void (waits.isForView = true);
	const noteDrawing = (): void => void (waits.isForDrawing = true);

	const watch = (
		holder: object,
		name: string,
		note: (first: unknown) => void,
		keep: (made: object) => void = () => undefined,
	): void => {
		const property = Object.getOwnPropertyDescriptor(holder, name);
		if (typeof property?.value !== 'function') return;
		const value = new Proxy(property.value, {
			apply(target, self, values) {
				note(values[0]);
				return Reflect.apply(target, self, values);
			},
			construct(target, values, newTarget) {
				note(values[0]);
				const made: object = Reflect.construct(target, values, newTarget);
				keep(made);
				return made;
			},
		});
		Object.defineProperty(holder, name, { ...property, value });
	};
	const keepSource = (source: object): void => void waits.sources.push(source);
	watch(EventTarget.prototype, 'addEventListener', noteEvent);
	for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker']) {
		watch(window, name, () => undefined, keepSource);
	}
	watch(window, 'IntersectionObserver', noteView);
	watch(window, 'ResizeObserver', noteDrawing);
	watch(window, 'requestAnimationFrame', noteDrawing);
	watch(window, 'requestIdleCallback', noteDrawing);
	watch(Element.prototype, 'animate', noteDrawing);
	watch(Document.prototype, 'startViewTransition', noteDrawing);
}

// Runs in the page.
function readWaits(record: string): PageWaits {
	const noted: unknown = Reflect.get(window, Symbol.for(record));
	const has = (name: keyof NotedWaits): boolean =>
		typeof noted !== 'object' || noted === null || Reflect.get(noted, name) === true;
	const hasHandlers = [window.onscroll, document.onscroll, window.onresize].some(Boolean);
	const isLazy = document.querySelector('iframe[loading="lazy" i]') !== null;
	const sources: unknown = noted instanceof Object ? Reflect.get(noted, 'sources') : [];
	// A worker has no state to be seen; a closed socket or stream sends nothing more.
	const isOpen = (source: object): boolean => Number(Reflect.get(source, 'readyState') ?? 0) < 2;
	return {
		isForView: has('isForView') || hasHandlers || isLazy,
		isForDrawing: has('isForDrawing'),
		isForMessages: Array.isArray(sources) && sources.some(isOpen),
	};
}
