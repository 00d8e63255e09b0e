/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
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

/** The record of waits in a page. */
interface NotedWaits extends Omit<PendingWork, 'isForMessages' | 'answers'> {
	sources: object[];
	answers: { asked: number; pending: number };
}

/** Names of the records in the window of a page; pages can't know them. */
const WAITS = randomUUID();
const TIMERS = randomUUID();
/** The elements that listen to the mouse wheel. */
export const WHEELED = randomUUID();

/** Starts recording what a page waits for, from its next document on. */
export async function watchWaits(page: Page): Promise<void> {
	await page.addInitScript(recordPendingWork, { record: WAITS, wheeled: WHEELED });
}

/** What a page and the frames of its site have waited for so far. */
export function readPendingWork(evaluate: EvaluateInPage): Promise<PendingWork> {
	return evaluate(readWaits, WAITS);
}

// Runs in the page.
function recordPendingWork({ record, wheeled }: { record: string; wheeled: string }): void {
	const answers = { asked: 0, pending: 0 };
	const waits: NotedWaits = { isForView: false, isForDrawing: false, sources: [], answers };
	Object.defineProperty(window, Symbol.for(record), { value: waits });
	const listening: Array<WeakRef<Element>> = [];
	Object.defineProperty(window, Symbol.for(wheeled), { value: listening });

	const VIEW_EVENT =
		/^(?:scroll|scrollend|resize|wheel|touchmove|contentvisibilityautostatechange)$/;
	const MOST_LISTENING = 20;
	const noteEvent = (type: unknown, self: unknown): void => {
		const isWheel = type === 'wheel' && self instanceof Element;
		if (isWheel && listening.length < MOST_LISTENING) listening.push(new WeakRef(self));
		if (VIEW_EVENT.test(String(type))) waits.isForView = true;
		if (/^(?:transition|animation)/.test(String(type))) waits.isForDrawing = true;
	};
	const noteView = (): void => void (waits.isForView = true);
	const noteDrawing = (): void => void (waits.isForDrawing = true);

	const ignore = (): void => undefined;
	const watch = (
		holder: object,
		name: string,
		note: (first: unknown, self: unknown) => void,
		keep: (made: object) => void = () => undefined,
	): void => {
		const property = Object.getOwnPropertyDescriptor(holder, name);
		if (typeof property?.value !== 'function') return;
		const value = new Proxy(property.value, {
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
		Object.defineProperty(holder, name, { ...property, value });
	};
	const keepSource = (source: object): void => void waits.sources.push(source);
	const beginAnswer = (): (() => void) => {
		let isOpen = true;
		answers.asked += 1;
		answers.pending += 1;
		return () => {
			if (isOpen) answers.pending -= 1;
			isOpen = false;
		};
	};
	const keepStorage = (answer: object): void => {
		const end = beginAnswer();
		if (answer instanceof Promise) return void answer.then(end, end);
		// A request has the first two ends, a transaction the others; an error of it is followed by its abort.
		const ends = answer instanceof IDBRequest ? ['success', 'error'] : ['complete', 'abort'];
		for (const name of ends) (answer as EventTarget).addEventListener(name, end, { once: true });
	};
	watch(EventTarget.prototype, 'addEventListener', noteEvent);
	for (const name of ['WebSocket', 'EventSource', 'Worker', 'SharedWorker']) {
		watch(window, name, () => undefined, keepSource);
	}
	// A message to other channels of this page passes through the browser; there are no other pages.
	let endMessages = (): void => undefined;
	let channelCount = 0;
	watch(window, 'BroadcastChannel', ignore, (channel) => {
		channelCount += 1;
		(channel as EventTarget).addEventListener('message', () => endMessages());
	});
	watch(window.BroadcastChannel?.prototype ?? {}, 'postMessage', () => {
		endMessages();
		if (channelCount > 1) endMessages = beginAnswer();
	});
	for (const name of ['open', 'databases', 'deleteDatabase']) {
		watch(IDBFactory.prototype, name, ignore, keepStorage);
	}
	watch(IDBDatabase.prototype, 'transaction', ignore, keepStorage);
	// On secure pages only.
	const caches = 'caches' in window ? [CacheStorage.prototype, Cache.prototype] : [];
	for (const holder of caches) {
		for (const name of [
			'open',
			'has',
			'keys',
			'match',
			'matchAll',
			'put',
			'add',
			'addAll',
			'delete',
		]) {
			watch(holder, name, ignore, keepStorage);
		}
	}
	/** A call that returns a promise is answered when that settles, or when a passed callback is called. */
	const watchService = (holder: object, name: string): void => {
		const property = Object.getOwnPropertyDescriptor(holder, name);
		if (typeof property?.value !== 'function' || name === 'constructor') return;
		const value = new Proxy(property.value, {
			apply(target, self, values: unknown[]) {
				let end = ignore;
				const heard = values.map((given) => {
					if (typeof given !== 'function') return given;
					return new Proxy(given, {
						apply(callback, owner, inputs) {
							end();
							return Reflect.apply(callback, owner, inputs);
						},
					});
				});
				const answer: unknown = Reflect.apply(target, self, heard);
				if (answer instanceof Promise) {
					end = beginAnswer();
					answer.then(end, end);
				}
				return answer;
			},
		});
		Object.defineProperty(holder, name, { ...property, value });
	};
	const watched = new Set<object>();
	const watchKind = (part: unknown): void => {
		if (typeof part !== 'object' || part === null) return;
		const kind: object = Object.getPrototypeOf(part);
		// Objects of the language have no such tag.
		if (watched.has(kind) || !Object.hasOwn(kind, Symbol.toStringTag)) return;
		watched.add(kind);
		for (const name of Object.getOwnPropertyNames(kind)) watchService(kind, name);
	};
	/** Watches a browser object, and what hangs off it (locks, permissions, devices…) once it is used. */
	const watchParts = (owner: object): void => {
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
	};
	watchParts(navigator);
	watchParts(crypto);
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
	watch(window, 'IntersectionObserver', noteView);
	watch(window, 'ResizeObserver', noteDrawing);
	watch(window, 'requestAnimationFrame', noteDrawing);
	watch(window, 'requestIdleCallback', noteDrawing);
	watch(Element.prototype, 'animate', noteDrawing);
	watch(Document.prototype, 'startViewTransition', noteDrawing);
}

// Runs in the page.
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

/**
 * The one-shot timers of a page that runs in real time. They are grouped into rounds: a timer that is
 * set by another one belongs to its round, so that a clock that was ticking before an action
 * on the page is not mistaken for a reaction to it.
 */
interface PageTimers {
	/** When the next timer of this round is due, in milliseconds from now; undefined if there is none. */
	nextMs(): number | undefined;
	startRound(): void;
}

/** Starts tracking the timers of a page, from its next document on. */
export async function watchTimers(page: Page): Promise<void> {
	await page.addInitScript(noteTimers, TIMERS);
}

/**
 * When the next timer caused by anything since {@link startTimerRound} is due.
 * @returns milliseconds from now; undefined when there is none, or timers are not tracked
 */
export function readNextTimer(evaluate: EvaluateInPage): Promise<number | undefined> {
	return evaluate((_root, record): number | undefined => {
		const timers: PageTimers | undefined = Reflect.get(window, Symbol.for(record));
		return timers?.nextMs();
	}, TIMERS);
}

/** From here on only timers that result from what happens next count. */
export function startTimerRound(evaluate: EvaluateInPage): Promise<void> {
	return evaluate((_root, record): void => {
		const timers: PageTimers | undefined = Reflect.get(window, Symbol.for(record));
		timers?.startRound();
	}, TIMERS);
}

// Runs in the page.
function noteTimers(record: string): void {
	const waiting = new Map<unknown, { round: number; dueMs: number }>();
	let round = 0;
	let runningRound: number | undefined;
	const timers: PageTimers = {
		nextMs() {
			const due = [...waiting.values()].filter((timer) => timer.round === round);
			if (due.length === 0) return undefined;
			return Math.max(0, Math.min(...due.map(({ dueMs }) => dueMs)) - performance.now());
		},
		startRound: () => void (round += 1),
	};
	Object.defineProperty(window, Symbol.for(record), { value: timers });

	window.setTimeout = new Proxy(window.setTimeout, {
		apply(target, self, [callback, delayMs, ...values]: unknown[]) {
			if (typeof callback !== 'function') {
				return Reflect.apply(target, self, [callback, delayMs, ...values]);
			}
			const ownRound = runningRound ?? round;
			const run = function (this: unknown, ...inputs: unknown[]): void {
				waiting.delete(id);
				const outerRound = runningRound;
				runningRound = ownRound;
				try {
					Reflect.apply(callback, this, inputs);
				} finally {
					runningRound = outerRound;
				}
			};
			const id: unknown = Reflect.apply(target, self, [run, delayMs, ...values]);
			const dueMs = performance.now() + (Number(delayMs) || 0);
			waiting.set(id, { round: ownRound, dueMs });
			return id;
		},
	});
	const forget: ProxyHandler<typeof clearTimeout> = {
		apply(target, self, values: unknown[]) {
			waiting.delete(values[0]);
			return Reflect.apply(target, self, values);
		},
	};
	window.clearTimeout = new Proxy(window.clearTimeout, forget);
	window.clearInterval = new Proxy(window.clearInterval, forget);
}
