import type { Templates } from '../order/templates.ts';
import { isListingAddress } from '../scope/listings.ts';
import { sketchAddress } from '../scope/malformed.ts';
import type { FoundPage } from './foundPage.ts';

/**
 * The waiting pages of a crawl: those first of which most is expected, and among equals breadth first, each level in
 * the order found.
 */
export class WaitingPages {
	readonly #waiting: FoundPage[] = [];
	readonly #templates: Templates;

	constructor(templates: Templates) {
		this.#templates = templates;
	}

	get size(): number {
		return this.#waiting.length;
	}

	list(): readonly FoundPage[] {
		return this.#waiting;
	}

	/** Whether the latest pages of its template brought nothing, so that it is left out. */
	isExhausted({ course }: FoundPage): boolean {
		return this.#templates.isExhausted(course);
	}

	/** Whether any page is waiting that is not left out. */
	hasAny(): boolean {
		return this.#waiting.some((page) => !this.isExhausted(page));
	}

	add(page: FoundPage): void {
		const at = this.#waiting.findLastIndex(({ depth }) => depth <= page.depth) + 1;
		this.#waiting.splice(at, 0, page);
	}

	takeKey(key: string): FoundPage | undefined {
		return this.#take(this.#waiting.find((page) => page.key === key));
	}

	/** The first of the ready pages of which most is expected. */
	takeNext(isReady: (page: FoundPage) => boolean): FoundPage | undefined {
		let next: FoundPage | undefined;
		let most = -Infinity;
		for (const page of this.#waiting) {
			const expected = this.#expect(page);
			if (expected > most && isReady(page)) [next, most] = [page, expected];
		}
		return this.#take(next);
	}

	/** What those that are left out look like, such as `/counter?n=…`, each once. */
	listSketches(): string[] {
		const left = this.#waiting.filter((page) => this.isExhausted(page));
		return [...new Set(left.map(({ requestUrl }) => sketchAddress(requestUrl)))];
	}

	/** Known pages come before sitemaps that may list more. */
	#expect(page: FoundPage): number {
		if (this.isExhausted(page)) return -Infinity;
		return this.#templates.expect(page.course) - (isListingAddress(page.requestUrl) ? 0.5 : 0);
	}

	#take(page: FoundPage | undefined): FoundPage | undefined {
		if (page !== undefined) this.#waiting.splice(this.#waiting.indexOf(page), 1);
		return page;
	}
}
