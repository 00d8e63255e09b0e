/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { inPage } from './inPage.ts';
import type { EvaluateInPage } from './pageControls.ts';

/**
 * What the scripts of a page have requested from the browser. It is recorded in the page, before its own
 * scripts run; the replacements of the browser's functions behave and read like the originals.
 */

/** What a small window or a stopped clock would delay. */
export interface PendingWork {
	/** What comes into view, by an observer or by scroll events. */
	isForView: boolean;
	/** Animation frames and idle callbacks. */
	isForDrawing: boolean;
	/** Messages: a web socket or an event stream is connecting or open, or a worker was started. */
	isForMessages: boolean;
	/** Calls that the browser answers asynchronously: storage for the page, locks, permissions, keys… */
	answers: { asked: number; isPending: boolean };
}

/** Calls that the browser answers asynchronously: all so far, and those not answered yet. */
interface NotedAnswers {
	asked: number;
	pending: number;
}

/** The record of waits in a page. */
interface NotedWaits extends Omit<PendingWork, 'isForMessages' | 'answers'> {
	/** Web sockets, event streams, workers. */
	sources: object[];
	answers: NotedAnswers;
}

/** Name of the record in the window of a page; pages can't know it. */
const WAITS = randomUUID();
/** The elements that listen to the mouse wheel. */
export const WHEELED = randomUUID();

const recordInPage = inPage(recordPendingWork, [
	replaceCalls,
	watchCalls,
	beginAnswer,
	watchEvents,
	watchChannels,
	watchStorage,
	watchServices,
	watchDrawing,
]);

/** Starts recording what a page waits for, from its next document on. */
export async function watchWaits(page: Page): Promise<void> {
	await page.addInitScript(recordInPage, { record: WAITS, wheeled: WHEELED });
}

/** What a page and the frames of its site have waited for so far. */
export function readPendingWork(evaluate: EvaluateInPage): Promise<PendingWork> {
	return evaluate(readWaits, WAITS);
}

// What follows runs in the page.

function recordPendingWork({ record, wheeled }: { record: string; wheeled: string }): void {
	const answers = { asked: 0, pending: 0 };
	const waits: NotedWaits = { isForView: false, isForDrawing: false, sources: [], answers };
	Object.defineProperty(window, Symbol.for(record), { value: waits });
	const listening: Array<WeakRef<Element>> = [];
	Object.defineProperty(window, Symbol.for(wheeled), { value: listening });
	watchEvents(waits, listening);
	for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker']) {
		const keep = (source: object): void => void waits.sources.push(source);
		watchCalls(window, name, () => undefined, keep);
	}
	watchChannels(answers);
	watchStorage(answers);
	watchServices([navigator, crypto], answers);
	watchDrawing(waits);
}

/** Replaces a function or class by one that behaves and reads like it. */
function replaceCalls(holder: object, name: string, handler: ProxyHandler<() => unknown>): void {
	const property = Object.getOwnPropertyDescriptor(holder, name);
	if (typeof property?.value !== 'function') return;
	Object.defineProperty(holder, name, { ...property, value: new Proxy(property.value, handler) });
}

/**
 * Watches a function or class.
 * @param note gets the first value that each call passes, and what it is called on
 * @param keep gets the objects that it returns
 */
function watchCalls(
	holder: object,
	name: string,
	note: (first: unknown, self: unknown) => void,
	keep: (made: object) => void = () => undefined,
): void {
	replaceCalls(holder, name, {
		apply(target, self, values) {
			note(values[0], self);
			const answer: unknown = Reflect.apply(target, self, values);
			if (answer instanceof Object) keep(answer);
			return answer;
		},
		construct(target, values, newTarget) {
			note(values[0], undefined);
			const made: object = Reflect.construct(target, values, newTarget);
			keep(made);
			return made;
		},
	});
}

/** Counts a call that the browser answers asynchronously. @returns to be called with its answer */
function beginAnswer(answers: NotedAnswers): () => void {
	let isOpen = true;
	answers.asked += 1;
	answers.pending += 1;
	return () => {
		if (isOpen) answers.pending -= 1;
		isOpen = false;
	};
}

function watchEvents(waits: NotedWaits, listening: Array<WeakRef<Element>>): void {
	const VIEW_EVENT =
		/^(?:scroll|scrollend|resize|wheel|touchmove|contentvisibilityautostatechange)$/;
	const MOST_LISTENING = 20;
	watchCalls(EventTarget.prototype, 'addEventListener', (type, self) => {
		const isWheel = type === 'wheel' && self instanceof Element;
		if (isWheel && listening.length < MOST_LISTENING) listening.push(new WeakRef(self));
		if (VIEW_EVENT.test(String(type))) waits.isForView = true;
		if (/^(?:transition|animation)/.test(String(type))) waits.isForDrawing = true;
	});
}

/** A message to other channels of this page passes through the browser; there are no other pages. */
function watchChannels(answers: NotedAnswers): void {
	let end = (): void => undefined;
	let channelCount = 0;
	const noteChannel = (channel: object): void => {
		channelCount += 1;
		(channel as EventTarget).addEventListener('message', () => end());
	};
	watchCalls(window, 'BroadcastChannel', () => undefined, noteChannel);
	watchCalls(window.BroadcastChannel?.prototype ?? {}, 'postMessage', () => {
		end();
		if (channelCount > 1) end = beginAnswer(answers);
	});
}

function watchStorage(answers: NotedAnswers): void {
	const keep = (answer: object): void => {
		const end = beginAnswer(answers);
		if (answer instanceof Promise) return void answer.then(end, end);
		// A request has the first two ends, a transaction the others; an error of it is followed by its abort.
		const ends = answer instanceof IDBRequest ? ['success', 'error'] : ['complete', 'abort'];
		for (const name of ends) (answer as EventTarget).addEventListener(name, end, { once: true });
	};
	const watchAll = (holder: object, names: string): void => {
		for (const name of names.split(' ')) watchCalls(holder, name, () => undefined, keep);
	};
	watchAll(IDBFactory.prototype, 'open databases deleteDatabase');
	watchAll(IDBDatabase.prototype, 'transaction');
	// On secure pages only.
	const caches = 'caches' in window ? [CacheStorage.prototype, Cache.prototype] : [];
	for (const holder of caches) {
		watchAll(holder, 'open has keys match matchAll put add addAll delete');
	}
}

/** Watches browser objects, and what hangs off them (locks, permissions, devices…) once it is used. */
function watchServices(owners: readonly object[], answers: NotedAnswers): void {
	/** A call that returns a promise is answered when that settles, or when a passed callback is called. */
	const watchService: ProxyHandler<() => unknown>['apply'] = (target, self, values: unknown[]) => {
		let end = (): void => undefined;
		const heard = values.map((given) => {
			if (typeof given !== 'function') return given;
			return new Proxy(given, {
				apply(callback, callbackOwner, inputs) {
					end();
					return Reflect.apply(callback, callbackOwner, inputs);
				},
			});
		});
		const answer: unknown = Reflect.apply(target, self, heard);
		if (answer instanceof Promise) {
			end = beginAnswer(answers);
			answer.then(end, end);
		}
		return answer;
	};
	const watched = new Set<object>();
	const watchKind = (part: unknown): void => {
		if (typeof part !== 'object' || part === null) return;
		const kind: object = Object.getPrototypeOf(part);
		// Objects of the language have no such tag.
		if (watched.has(kind) || !Object.hasOwn(kind, Symbol.toStringTag)) return;
		watched.add(kind);
		for (const name of Object.getOwnPropertyNames(kind)) {
			if (name !== 'constructor') replaceCalls(kind, name, { apply: watchService });
		}
	};
	for (const owner of owners) {
		watchKind(owner);
		const kind: object = Object.getPrototypeOf(owner);
		for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(kind))) {
			if (property.get === undefined) continue;
			const get = new Proxy(property.get, {
				apply(target, self, values) {
					const part: unknown = Reflect.apply(target, self, values);
					watchKind(part);
					return part;
				},
			});
			Object.defineProperty(kind, name, { ...property, get });
		}
	}
}

function watchDrawing(waits: NotedWaits): void {
	const noteView = (): void => void (waits.isForView = true);
	const noteDrawing = (): void => void (waits.isForDrawing = true);
	const handler = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'onscroll');
	if (handler?.set !== undefined) {
		const set = new Proxy(handler.set, {
			apply(target, self, values) {
				noteView();
				return Reflect.apply(target, self, values);
			},
		});
		Object.defineProperty(HTMLElement.prototype, 'onscroll', { ...handler, set });
	}
	watchCalls(window, 'IntersectionObserver', noteView);
	for (const name of ['ResizeObserver', 'requestAnimationFrame', 'requestIdleCallback']) {
		watchCalls(window, name, noteDrawing);
	}
	watchCalls(Element.prototype, 'animate', noteDrawing);
	watchCalls(Document.prototype, 'startViewTransition', noteDrawing);
}

function readWaits(_root: Element, record: string): PendingWork {
	const noted: NotedWaits | undefined = Reflect.get(window, Symbol.for(record));
	const hasHandlers = [window.onscroll, document.onscroll, window.onresize].some(Boolean);
	const isLazy = document.querySelector('iframe[loading="lazy" i], [onscroll]') !== null;
	// A worker has no visible state; a closed socket or stream sends nothing more.
	const isOpen = (source: object): boolean => Number(Reflect.get(source, 'readyState') ?? 0) < 2;
	const { asked = 0, pending = 0 } = noted?.answers ?? {};
	return {
		answers: { asked, isPending: pending > 0 },
		isForView: noted?.isForView !== false || hasHandlers || isLazy,
		isForDrawing: noted?.isForDrawing !== false,
		isForMessages: noted?.sources.some(isOpen) === true,
	};
}
