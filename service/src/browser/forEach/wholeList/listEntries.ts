/// <reference lib="dom" />
import { copyAsDrawn, HTML_PARTS, type HtmlRequest } from '../../snapshots/elementHtml.ts';
import { inPage } from '../../scripts/inPage.ts';
import { readTableHead } from '../readItem.ts';
import { type ListShape, MEMBER_PARTS, membersOf } from './listShape.ts';

/** An entry of a list as it was read. */
export interface ReadEntry {
	html: string;
	/** Its visible text. */
	text: string;
	/** Where its links lead, without fragments; empty for an entry without links. */
	addresses: string;
}

export interface EntriesRequest extends HtmlRequest {
	shape: ListShape;
	/** Name of the record in the window of what was read; pages can't know it. */
	record: string;
	/** Entries that are read at most. */
	most: number;
}

/** What a page shows of a list. */
export interface ListPart {
	/** Those that were not read before, or show something else since. */
	entries: ReadEntry[];
	/** HTML of the table's head, for rows of a table. */
	head: string;
}

/** Reads the entries of a list that were not read before. Runs in the page. */
export const readEntries = inPage(readFreshEntries, [
	...HTML_PARTS,
	...MEMBER_PARTS,
	signatureOf,
	readTableHead,
]);

/** Changes when an element is used for another entry, as long lists do as they are scrolled. */
function signatureOf(entry: Element): string {
	const link = entry.matches('a[href]') ? entry : entry.querySelector('a[href]');
	return link?.getAttribute('href') ?? (entry.textContent ?? '').trim();
}

function readFreshEntries(_root: Element, request: EntriesRequest): ListPart {
	const { shape, record, most } = request;
	const known: unknown = Reflect.get(window, Symbol.for(record));
	const read: WeakMap<Element, string> = known instanceof WeakMap ? known : new WeakMap();
	Object.defineProperty(window, Symbol.for(record), { value: read, configurable: true });
	const { entries } = membersOf(shape);
	const fresh = entries.filter((entry) => read.get(entry) !== signatureOf(entry));
	const addressesOf = (entry: Element): string =>
		[entry, ...entry.querySelectorAll('a[href]')]
			.flatMap((link) => (link instanceof HTMLAnchorElement ? link.href.split('#', 1) : []))
			.slice(0, 20)
			.join(' ');
	const taken = fresh.slice(0, most).flatMap((entry): ReadEntry[] => {
		read.set(entry, signatureOf(entry));
		const html = copyAsDrawn(entry, request);
		if (html === undefined) return [];
		const text = entry instanceof HTMLElement ? entry.innerText.replace(/\s+/g, ' ').trim() : '';
		return [{ html, text: text || html.slice(0, 1_000), addresses: addressesOf(entry) }];
	});
	const [first] = entries;
	return {
		entries: taken,
		head: first?.localName === 'tr' ? readTableHead(first) : '',
	};
}
