/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readBaseUrl } from '@web-data-extraction/page/document';
import { visitDescendants } from '@web-data-extraction/page/selectors';
import { parsePage } from '../pinned/readPinned.ts';
import { tokensOf } from './stableMarks.ts';

/** The attribute that numbers the elements of a snapshot. No selector uses it. */
export const PICK_INDEX = 'data-pick-index';

/** A snapshot whose elements are numbered, as the pinned reader sees it. */
export class PickedPage {
	readonly document: Document;
	/** What relative addresses are resolved against. */
	readonly url: string;
	/** In document order, without what a selector never finds. */
	readonly elements: readonly Element[];
	private readonly byIndex = new Map<number, Element>();
	private readonly byToken = new Map<string, Set<Element>>();

	constructor({ html, url }: { html: string; url: string }) {
		this.document = parsePage({ html });
		this.url = readBaseUrl(this.document, url);
		const elements: Element[] = [];
		visitDescendants(this.document, (element) => {
			if (element.parentElement?.closest('noscript') == null) elements.push(element);
			return false;
		});
		this.elements = elements;
		for (const element of elements) {
			const index = indexOf(element);
			if (index !== undefined && !this.byIndex.has(index)) this.byIndex.set(index, element);
			for (const token of tokensOf(element)) {
				const known = this.byToken.get(token) ?? new Set();
				this.byToken.set(token, known.add(element));
			}
		}
	}

	/** The elements that have all of some tokens ({@link tokensOf}), in document order. */
	withTokens(tokens: readonly string[]): Element[] {
		const sets = tokens.map((token) => this.byToken.get(token) ?? new Set<Element>());
		const [rarest = new Set(), ...others] = sets.toSorted((left, right) => left.size - right.size);
		return [...rarest].filter((element) => others.every((set) => set.has(element)));
	}

	/** The element with a number; undefined if the snapshot has none. */
	at(index: number): Element | undefined {
		return this.byIndex.get(index);
	}
}

/** The number of an element in its snapshot. */
export function indexOf(element: Element): number | undefined {
	const given = element.getAttribute(PICK_INDEX);
	return given === null || !/^\d{1,9}$/u.test(given) ? undefined : Number(given);
}

/** Which of its parent's children with its tag an element is, from 1. */
export function positionOf(element: Element): number {
	let position = 1;
	for (let one = element.previousElementSibling; one !== null; one = one.previousElementSibling) {
		if (one.localName === element.localName) position += 1;
	}
	return position;
}
