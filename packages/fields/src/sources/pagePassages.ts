/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { oneLine, readBaseUrl } from '@web-data-extraction/page/document';
import type { JsonValue } from '@web-data-extraction/page/json';
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { isRendered } from '@web-data-extraction/markdown/rendered';
import { parsePage } from '../pinned/readPinned.ts';
import type { ExtractionSource } from '../extraction.ts';
import type { Container, Passage } from './passage.ts';

/** Attributes that are read as text. */
const TEXTS = ['content', 'value', 'datetime', 'alt', 'title', 'aria-label', 'lang'];
/** Attributes that lead somewhere. */
const ADDRESSES = 'href src data-src data-original data-lazy-src data-lazy poster'.split(' ');
const ADDRESS_LISTS = ['srcset', 'data-srcset'];
const ADDRESS = /^(?:https?:\/\/|\.{0,2}\/)\S*$/iu;
const SCHEMA_ORG = /^https?:\/\/schema\.org\/\w+$/iu;
/** What is no text of a page. */
const UNREAD = /^(?:SCRIPT|STYLE|TEMPLATE)$/u;
/** What surrounds the content of a page. */
const FRAME = 'nav, [role="navigation"], body > header, body > footer, body > aside';
const LONGEST_TEXT = 100_000;
const LONGEST_LABEL = 100;

/** How much less likely passages are to be meant. */
const DOUBT = { shown: 0, hidden: 1, frame: 1.5, attribute: 1, head: 3, data: 4 } as const;

/** Where the passages of a page belong, and what is read of it. */
interface PagePlace {
	source: number;
	/** Index of the first passage. */
	start: number;
	/** Attributes that are read beside the usual ones. */
	attributes: readonly string[];
}

/** A page in passages, in the order of its elements. */
export function pagePassages(
	page: ExtractionSource,
	place: PagePlace,
): { document: Document; passages: Passage[] } {
	const document = parsePage(page);
	return { document, passages: new PageReader(document, page.url, place).read() };
}

class PageReader {
	private readonly document: Document;
	private readonly baseUrl: string;
	private readonly url: string;
	private readonly place: PagePlace;
	private readonly texts: readonly string[];
	private readonly frames: ReadonlySet<Element>;
	private readonly passages: Passage[] = [];

	/** That of the element that is read. */
	private container: Container;

	constructor(document: Document, url: string, place: PagePlace) {
		this.document = document;
		this.url = url;
		this.baseUrl = readBaseUrl(document, url);
		this.place = place;
		this.container = { from: place.start, to: Infinity };
		this.texts = [...new Set([...TEXTS, ...place.attributes])];
		this.frames = new Set(document.querySelectorAll(FRAME));
	}

	read(): Passage[] {
		this.readAddress();
		// Not recursive: pages can be nested to any depth.
		const open: Array<{ node: Node; doubt: number } | 'end'> = [
			{ node: this.document.documentElement, doubt: DOUBT.shown },
		];
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			if (next === 'end') {
				this.leave();
				continue;
			}
			const { node, doubt } = next;
			if (node.nodeType === 3) this.readText(node, doubt);
			if (node.nodeType !== 1) continue;
			const element = node as Element;
			const own = Math.max(doubt, this.doubtOf(element));
			this.enter();
			open.push('end');
			this.readAttributes(element, own);
			if (element.nodeName === 'SCRIPT') this.readData(element);
			if (UNREAD.test(element.nodeName)) continue;
			const children = [...element.childNodes].reverse();
			for (const child of children) open.push({ node: child, doubt: own });
		}
		this.leave();
		return this.passages;
	}

	private enter(): void {
		const from = this.place.start + this.passages.length;
		this.container = { from, to: Infinity, parent: this.container };
	}

	private leave(): void {
		this.container.to = this.place.start + this.passages.length - 1;
		this.container = this.container.parent ?? this.container;
	}

	private doubtOf(element: Element): number {
		if (element.nodeName === 'HEAD') return DOUBT.head;
		if (this.frames.has(element)) return DOUBT.frame;
		return isRendered(element, 'none') || element.nodeName === 'NOSCRIPT'
			? DOUBT.hidden
			: DOUBT.shown;
	}

	private add(passage: Omit<Passage, 'source' | 'container'>): void {
		this.passages.push({ ...passage, source: this.place.source, container: this.container });
	}

	private readAddress(): void {
		if (this.url === '') return;
		this.add({
			text: this.url,
			place: { isAddress: true },
			isShown: false,
			doubt: DOUBT.data,
			address: this.url,
			labels: () => [],
		});
	}

	private readText(node: Node, doubt: number): void {
		const text = oneLine((node.nodeValue ?? '').slice(0, LONGEST_TEXT));
		const element = node.parentElement;
		if (text === '' || element === null) return;
		this.add({
			text,
			place: { element },
			isShown: true,
			doubt,
			labels: () => labelsOf(element, node),
		});
	}

	private readAttributes(element: Element, around: number): void {
		const doubt = Math.max(around, DOUBT.attribute);
		for (const attribute of this.texts) {
			const text = oneLine(element.getAttribute(attribute) ?? '');
			if (text === '') continue;
			const address = attribute === 'content' ? this.addressIn(text) : undefined;
			this.add({
				text,
				place: { element, attribute },
				isShown: false,
				doubt,
				address,
				labels: () => [attribute, ...labelsOf(element)],
			});
		}
		this.readAddresses(element, around);
	}

	private readAddresses(element: Element, around: number): void {
		for (const attribute of [...ADDRESSES, ...ADDRESS_LISTS]) {
			const value = element.getAttribute(attribute)?.trim() ?? '';
			if (value === '' || value.startsWith('data:')) continue;
			const text = ADDRESS_LISTS.includes(attribute) ? (value.split(/\s+/u, 1)[0] ?? '') : value;
			const isText = /^(?:mailto|tel):/iu.test(text) || SCHEMA_ORG.test(text);
			this.add({
				text,
				place: { element, attribute },
				isShown: false,
				// The words of an address are no text: only the address as a whole is a value.
				doubt: isText ? Math.max(around, DOUBT.attribute) : Math.min(around, DOUBT.hidden),
				address: isText ? undefined : (resolveAddress(text, this.baseUrl) ?? text),
				labels: () => labelsOf(element),
			});
		}
	}

	/** The address that a text is; undefined for other texts, and terms of schema.org, which are words. */
	private addressIn(text: string): string | undefined {
		const isAddress = ADDRESS.test(text) && !SCHEMA_ORG.test(text);
		return isAddress ? resolveAddress(text, this.baseUrl) : undefined;
	}

	/** The values of data for machines, each with the names that lead to it. */
	private readData(element: Element): void {
		if (!/ld\+json/iu.test(element.getAttribute('type') ?? '')) return;
		let data: JsonValue;
		try {
			data = JSON.parse(element.textContent ?? '') as JsonValue;
		} catch {
			data = oneLine((element.textContent ?? '').slice(0, LONGEST_TEXT));
		}
		const open: Array<{ value: JsonValue; names: readonly string[] } | 'end'> = [
			{ value: data, names: [] },
		];
		for (let next = open.pop(); next !== undefined; next = open.pop()) {
			if (next === 'end') {
				this.leave();
				continue;
			}
			const { value, names } = next;
			if (value === null) continue;
			if (typeof value === 'object') {
				this.enter();
				open.push('end');
				for (const [name, one] of Object.entries(value).reverse()) {
					open.push({ value: one, names: [name, ...names].slice(0, 3) });
				}
				continue;
			}
			const text = oneLine(String(value).slice(0, LONGEST_TEXT));
			this.add({
				text,
				place: { element },
				isShown: false,
				doubt: DOUBT.data,
				address: this.addressIn(text),
				labels: () => names,
			});
		}
	}
}

/** Names of an element and of those around it, and the texts before it. */
function labelsOf(element: Element, node?: Node): string[] {
	const labels: string[] = [];
	const before = node?.previousSibling?.textContent ?? '';
	if (node?.nodeValue) labels.push(node.nodeValue.slice(0, LONGEST_LABEL));
	if (before.length < LONGEST_LABEL) labels.push(before);
	let inner: Element | null = element;
	for (let level = 0; level < 3 && inner !== null; level += 1) {
		labels.push(...namesOf(inner));
		const beside = inner.previousElementSibling?.textContent ?? '';
		if (beside.length < LONGEST_LABEL) labels.push(beside);
		if (/^(?:TD|TH)$/u.test(inner.nodeName)) labels.push(headOf(inner));
		inner = inner.parentElement;
	}
	return labels.filter((label) => label.trim() !== '');
}

const NAMING = ['class', 'id', 'itemprop', 'property', 'name', 'rel', 'data-testid', 'aria-label'];

function namesOf(element: Element): string[] {
	const names = NAMING.flatMap((name) => (element.getAttribute(name) ?? '').split(/\s+/u));
	const heading = /^(?:H[1-6]|TITLE)$/u.test(element.nodeName) ? ['title', 'name'] : [];
	return [...names, ...heading];
}

/** The title of a cell's column. */
function headOf(cell: Element): string {
	const at = [...(cell.parentElement?.children ?? [])].indexOf(cell);
	const first = cell.closest('table')?.querySelector('tr');
	return first?.children[at]?.textContent?.slice(0, LONGEST_LABEL) ?? '';
}
