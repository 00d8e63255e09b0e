/// <reference lib="dom" />
import { randomUUID } from 'node:crypto';
import { clickElement } from '../../actions/itemActions.ts';
import { drawFrames } from '../../scripts/drawFrames.ts';
import { ITEM_HTML } from '../../snapshots/elementHtml.ts';
import { isErrorStatus } from '../../../net/httpStatus.ts';
import type { OpenPage } from '../../page/openPage.ts';
import { assertAlive } from '../../page/pageDeath.ts';
import { readPendingWork } from '../../scripts/pendingWork.ts';
import { lookUntil, withTimeLimit } from '../../timeLimit.ts';
import { KnownEntries } from './knownEntries.ts';
import type { ListAccount, ListEnd, ListWay } from './listAccount.ts';
import { findListControls, type ListControls } from './listControls.ts';
import { type EntriesRequest, readEntries } from './listEntries.ts';
import type { ListShape } from './listShape.ts';
import { RequestGuard } from './requestGuard.ts';
import { scrollToEnd } from './scrollOn.ts';
import { isSamePath, listWaysOn, nameOf, type WayOn } from './waysOn.ts';

/** An entry of a list with where it was. */
export interface TakenEntry {
	html: string;
	/** HTML of the head of its table, for a row of one. */
	head: string;
	/** Address of the page that showed it. */
	url: string;
}

export interface WholeListLimits {
	/** Pages or portions in all. */
	maxPages: number;
	/** Entries in all. */
	maxItems: number;
	/** Called with the number of entries so far. */
	report: (count: number) => void;
}

/** Longest time for one list, in milliseconds: a page may be open for half an hour in all. */
const LONGEST_LIST_MS = 600_000;

/** Total characters of entries: a page with more is not converted. */
const MOST_CHARACTERS = 15_000_000;

/** Controls that are tried on one page. */
const MOST_TRIALS = 6;

/** How long new entries are waited for when the page is at rest. */
const PATIENCE_MS = 700;
const POLL_INTERVAL_MS = 100;
/** A page that is not drawn has no frames. */
const LONGEST_FRAMES_MS = 2_000;
const OPEN_TIMEOUT_MS = 15_000;

/** What became of an attempt to go on. */
type Attempt = 'new' | 'known' | 'nothing';

const WAYS: Readonly<Record<WayOn['does'], ListWay>> = {
	opens: 'link',
	sends: 'form',
	stays: 'control',
};

/** Reads a list on an open page to its end, whatever leads on in it. Use one for one list. */
export class WholeList {
	readonly #opened: OpenPage;
	readonly #shape: ListShape;
	readonly #limits: WholeListLimits;
	readonly #startUrl: string;
	readonly #deadlineMs = Date.now() + LONGEST_LIST_MS;
	/** Names in the page that its scripts can't know. */
	readonly #record = randomUUID();
	readonly #attribute = `data-${randomUUID()}`;
	readonly #known = new KnownEntries();
	readonly #controls = new Set<string>();
	readonly #ways = new Set<ListWay>();
	#pages = 1;
	#characters = 0;
	#last: WayOn | undefined;
	/** Whether scrolling may bring more. */
	#scrolls = true;
	#ended: ListEnd | undefined;
	/** In the order of the list. */
	readonly entries: TakenEntry[] = [];

	constructor(opened: OpenPage, shape: ListShape, limits: WholeListLimits) {
		this.#opened = opened;
		this.#shape = shape;
		this.#limits = limits;
		this.#startUrl = opened.page.url();
	}

	/** What was read so far, and how. */
	get account(): ListAccount {
		return {
			entries: this.entries.length,
			pages: this.#pages,
			ways: [...this.#ways],
			control: this.#last?.text ?? '',
			ended: this.#ended ?? 'end',
		};
	}

	get #request(): Omit<EntriesRequest, 'most'> {
		return { ...ITEM_HTML, isMoved: true, shape: this.#shape, record: this.#record };
	}

	/** Reads what the page shows of the list now. */
	async readFirst(): Promise<void> {
		await this.#takeNew();
	}

	/** Reads the rest. */
	async readOn(): Promise<void> {
		while (this.#ended === undefined) {
			this.#opened.signal.throwIfAborted();
			if (this.#pages >= this.#limits.maxPages) {
				this.#ended = 'maxPages';
			} else if (Date.now() > this.#deadlineMs) {
				this.#ended = 'time';
			} else if (!(await this.goOn())) {
				this.#ended ??= 'end';
			}
		}
	}

	/** Goes on to the next page or portion. @returns false where nothing new came */
	async goOn(): Promise<boolean> {
		const hasScrolled = this.#scrolls && (await this.#scrollOn());
		// What came with the last scrolling may have filled a limit.
		const isFurther = hasScrolled || (this.#ended === undefined && (await this.#pressOn()));
		if (isFurther) this.#pages += 1;
		return isFurther;
	}

	/** Takes the entries that were not read before. @returns whether some are new, or all were known */
	async #takeNew(): Promise<Attempt> {
		const { maxItems, report } = this.#limits;
		const request = { ...this.#request, most: maxItems + 100 };
		const part = await this.#opened.evaluate(readEntries, request);
		const fresh = this.#known.takeNew(part.entries);
		const url = this.#opened.page.url();
		for (const { html } of fresh) {
			if (this.entries.length >= maxItems) this.#ended = 'maxItems';
			else if (this.#characters + html.length > MOST_CHARACTERS) this.#ended = 'size';
			if (this.#ended !== undefined) break;
			this.#characters += html.length;
			this.entries.push({ html, head: part.head, url });
		}
		if (fresh.length > 0) report(this.entries.length);
		if (fresh.length > 0) return 'new';
		return part.entries.length > 0 ? 'known' : 'nothing';
	}

	/** Takes what comes within a moment, and then what comes a little later. */
	async #takeComing(): Promise<Attempt> {
		const { signal } = this.#opened;
		let latest: Attempt = 'nothing';
		const look = async (): Promise<Attempt | undefined> => {
			const attempt = await this.#takeNew();
			if (attempt !== 'nothing') latest = attempt;
			return attempt === 'new' ? attempt : undefined;
		};
		const limits = { patienceMs: PATIENCE_MS, intervalMs: POLL_INTERVAL_MS, signal };
		const first = await lookUntil(look, limits);
		for (let next = first; next === 'new' && this.#ended === undefined;) {
			await this.#opened.settle();
			next = await this.#takeNew();
		}
		return first ?? latest;
	}

	async #scrollOn(): Promise<boolean> {
		const { evaluate, settle } = this.#opened;
		for (const to of ['lastEntry', 'end'] as const) {
			const hasMoved = await evaluate(scrollToEnd, { shape: this.#shape, to });
			if (!hasMoved) continue;
			await withTimeLimit(evaluate(drawFrames, undefined), LONGEST_FRAMES_MS, '').catch(
				() => undefined,
			);
			await settle();
			if ((await this.#takeComing()) !== 'new') continue;
			this.#ways.add('scroll');
			return true;
		}
		const work = await readPendingWork(evaluate).catch(() => undefined);
		this.#scrolls = this.#ways.has('scroll') || work?.isForView === true;
		return false;
	}

	async #pressOn(): Promise<boolean> {
		/** How often each control was tried on this page. */
		const tried = new Map<string, number>();
		let isFirst = true;
		for (let trial = 0; trial < MOST_TRIALS && this.#ended === undefined; trial++) {
			const found = await this.#findControls();
			const way = this.#choose(found, tried);
			if (way === undefined) return false;
			if (!isFirst) await this.#opened.settle();
			isFirst = false;
			const key = attemptOf(way);
			tried.set(key, (tried.get(key) ?? 0) + 1);
			const before = await this.#readState();
			const attempt = await this.#try(way, found);
			if (attempt === 'new') {
				this.#last = way;
				this.#ways.add(WAYS[way.does]);
				for (const control of found.controls) this.#controls.add(nameOf(control));
				return true;
			}
			if (attempt === 'known') this.#ended = this.#last === undefined ? undefined : 'round';
			const isSame = (await this.#readState()) === before;
			if (!isSame && !(await this.#undo())) return false;
		}
		return false;
	}

	#findControls(): Promise<ListControls> {
		const request = { shape: this.#shape, attribute: this.#attribute };
		return this.#opened.evaluate(findListControls, request);
	}

	/** The best way that was not tried yet; the one that led on last is tried twice. */
	#choose(found: ListControls, tried: ReadonlyMap<string, number>): WayOn | undefined {
		const place = {
			url: this.#opened.page.url(),
			pages: this.#pages,
			last: this.#last,
			known: this.#controls,
		};
		const isLast = (way: WayOn): boolean =>
			this.#last?.by === 'trial' && way.by === 'trial' && way.trail === this.#last.trail;
		return listWaysOn(found, place).find(
			(way) => (tried.get(attemptOf(way)) ?? 0) < (isLast(way) ? 2 : 1),
		);
	}

	async #try(way: WayOn, { at }: ListControls): Promise<Attempt> {
		const { page, dialogs, targetId, evaluate, traffic } = this.#opened;
		const url = page.url();
		const { documentCount } = traffic;
		const allowance = {
			listUrl: url,
			address: way.address,
			nextNumber: (at ?? this.#pages) + 1,
			isNumber: way.by === 'number',
		};
		const guard = await RequestGuard.start(page, targetId, allowance);
		dialogs.isAgreeing = false;
		try {
			await evaluate(preventWindows, undefined);
			await this.#press(way);
			await Promise.race([this.#opened.settle(), guard.keptPage]);
			if (guard.hasKeptPage) return 'nothing';
			const isNew = traffic.documentCount > documentCount;
			if (isNew && isErrorStatus(traffic.httpStatus)) return 'nothing';
			const mustLeadBack = way.by === 'path' && this.#last === undefined;
			if (mustLeadBack && !(await this.#leadsBackTo(url))) return 'nothing';
			return await this.#takeComing();
		} catch (error) {
			this.#opened.signal.throwIfAborted();
			await assertAlive(this.#opened, error);
			return 'nothing';
		} finally {
			dialogs.isAgreeing = true;
			await guard.stop();
		}
	}

	async #press({ index, address }: WayOn): Promise<void> {
		const { page } = this.#opened;
		if (index === undefined) {
			await page.goto(address, { waitUntil: 'domcontentloaded', timeout: OPEN_TIMEOUT_MS });
		} else {
			await clickElement(page.locator(`[${this.#attribute}="${index}"]`));
		}
	}

	/** Whether the page behind the list offers the way back: a page of the same list does. */
	async #leadsBackTo(url: string): Promise<boolean> {
		const { controls } = await this.#findControls();
		return controls.some(({ address }) => address !== '' && isSamePath(address, url));
	}

	/** What a trial must not have changed for another to follow without opening the page anew. */
	async #readState(): Promise<string> {
		const { traffic, evaluate, page } = this.#opened;
		const text = await evaluate(
			() => `${document.querySelectorAll('dialog[open]').length} ${document.body?.innerText ?? ''}`,
			undefined,
		).catch(() => '');
		return `${traffic.documentCount} ${traffic.isLoaded} ${page.url()} ${text}`;
	}

	/** Opens the list's first page anew. @returns false when other controls can't be tried any more */
	async #undo(): Promise<boolean> {
		if (this.#last !== undefined || this.#ways.size > 0) return false;
		const { page } = this.#opened;
		const options = { waitUntil: 'domcontentloaded', timeout: OPEN_TIMEOUT_MS } as const;
		await page.goto(this.#startUrl, options);
		await this.#opened.settle();
		// Actions before may have led to another list than its address shows.
		const request = { ...this.#request, most: 1_000 };
		const { entries } = await this.#opened.evaluate(readEntries, request);
		return entries.length > 0 && this.#known.takeNew(entries).length === 0;
	}
}

/** One number among others is tried apart from them. */
const attemptOf = ({ trail, text, address }: WayOn): string => `${trail} ${text} ${address}`;

// Runs in the page. A window could send a request before it is closed.
function preventWindows(): void {
	window.open = () => null;
}
