/// <reference lib="dom" />
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { oneLine } from '@web-data-extraction/page/document';
import { readPictureAddress } from '@web-data-extraction/page/clean';
import { currencyOf, type MoneyPlace } from '../shapes/currency.ts';
import { readForms } from './forms.ts';
import { splitPriced } from '../shapes/shownPrice.ts';
import type { SourceData } from '../records/sourceData.ts';
import type { Entry } from './groups.ts';
import { type Part, partsIn } from './parts.ts';

/** Where entries are: how numbers are written there, and what links are resolved against. */
export type Place = Pick<
	SourceData,
	'url' | 'language' | 'currencies' | 'decimalMark' | 'isMarkAssumed' | 'isDocument'
>;

/** What a column consists of. */
export type ColumnKind = 'text' | 'link' | 'image';

/** One value of an entry, and where it is: in the innermost of the elements that say it. */
export interface Piece {
	text: string;
	part: Part;
	/** Of a text beside elements: its own position. */
	at?: number;
	/** How many elements are like those around it, inside its entry. */
	likes: number;
}

const MOST_PIECES = 1_000;
/** What stood between a text and the element in front of it. */
export const LOOSE_START = /^(?:[,;:|·•]+|[-–—]\s)\s*/u;
/** A text that goes on elsewhere. */
const CUT = /\s?(?:…|\.{3})$/u;
const LONGEST_CUT = 300;

/** A column before it is described. */
export interface Aligned {
	kind: ColumnKind;
	/** What its values are by their form, whatever the page calls them. */
	form: string | undefined;
	pieces: Array<Piece | undefined>;
	count: number;
}

/** The pieces of entries by where they are. */
export class Alignment {
	private readonly rows: number;
	private readonly place: Place;
	private readonly table = new Map<string, Aligned>();
	/** Numbers of paths from the entry: as texts they would be as long as the page is deep. */
	private readonly paths = new Map<string, number>();
	private readonly numbers = new Map<Piece, number>();
	private row = 0;
	/** How many more pieces of the entry are read. */
	private left = 0;

	constructor(rows: number, place: Place) {
		this.rows = rows;
		this.place = place;
	}

	add(entry: Entry, row: number, readsForms: boolean): void {
		this.row = row;
		this.left = MOST_PIECES;
		for (const [form, piece] of readsForms ? formPieces(entry, this.place) : [])
			this.put(`form ${form}`, 'text', piece, form);
		const counts = new Map<string, number>();
		for (const part of entry)
			this.visit(part, entry.length === 1 ? 0 : this.step(0, part, counts), 1);
	}

	/** The columns of which at least a tenth of the entries has something, each once. */
	columns(): Aligned[] {
		const known = new Set<string>();
		return [...this.table.values()].filter(({ kind, form = '', pieces }) => {
			const found = pieces.filter((piece) => piece !== undefined);
			const numbers = pieces.map((piece) => piece && this.numbers.get(piece));
			const key = `${kind} ${form} ${numbers.join()}`;
			if (found.length * 10 < this.rows || known.has(key)) return false;
			return Boolean(known.add(key));
		});
	}

	private put(key: string, kind: ColumnKind, piece: Piece, form?: string): void {
		if (this.left === 0) return;
		this.left -= 1;
		let column = this.table.get(key);
		if (column === undefined) {
			column = { kind, form, pieces: Array.from({ length: this.rows }), count: 0 };
			this.table.set(key, column);
		}
		column.count += 1;
		column.pieces[this.row] ??= piece;
		if (!this.numbers.has(piece)) this.numbers.set(piece, this.numbers.size);
	}

	/** The path one step on: the kind of a part, and which of its kind it is. */
	private step(path: number, { kind }: Part, counts: Map<string, number>): number {
		const count = counts.get(kind) ?? 0;
		counts.set(kind, count + 1);
		const key = `${path}/${kind}:${count}`;
		const known = this.paths.get(key) ?? this.paths.size + 1;
		this.paths.set(key, known);
		return known;
	}

	/** "Soup – €5" is two pieces, as if each had an element. */
	private putPriced({ text, children, inner }: Part, path: number, likes: number): void {
		if (children.length > 0) return;
		const priced = splitPriced(text);
		if (priced === undefined) return;
		const put = (key: string, said: string): void =>
			this.put(key, 'text', { text: said, part: inner, likes });
		// Where a price has an element, the thing is the first text beside it.
		put(`text ${path}#0`, priced.thing);
		put(`text ${path} price`, priced.price);
	}

	/** @param said what the element around it says */
	private visit(part: Part, path: number, likes: number, said?: Piece): void {
		const { element, tokens, own, inner } = part;
		const { url } = this.place;
		const text = shownIn(part);
		const piece = said?.part === inner && said.text === text ? said : { text, part: inner, likes };
		const pieces: Array<[ColumnKind, Piece]> = [
			['text', piece],
			['link', { text: addressOf(element, url), part, likes }],
			['image', { text: pictureOf(element, url), part, likes }],
		];
		for (const [kind, one] of pieces) {
			if (one.text === '') continue;
			for (const key of [path, ...tokens]) this.put(`${kind} ${key}`, kind, one);
		}
		const contact = contactOf(element);
		if (contact !== '') this.put(`text ${path} contact`, 'text', { text: contact, part, likes });
		for (const [index, { text, at }] of own.entries()) {
			const bare = text.replace(LOOSE_START, '');
			this.put(`text ${path}#${index}`, 'text', { text: bare, part, at, likes });
		}
		this.putPriced(part, path, likes);
		const kinds = Map.groupBy(part.children, ({ kind }) => kind);
		const counts = new Map<string, number>();
		for (const child of part.children) {
			const like = kinds.get(child.kind)?.length ?? 1;
			this.visit(child, this.step(path, child, counts), Math.max(likes, like), piece);
		}
	}
}

/** What an element says: a time in its own form, else its text, else what it says instead of one. */
function shownIn(part: Part): string {
	const { element } = part;
	const stamp = element.nodeName === 'TIME' ? element.getAttribute('datetime') : null;
	const instead = ['content', 'aria-label', 'title'].map((name) =>
		element.getAttribute(name)?.trim(),
	);
	return stamp ?? (wholeText(part) || (instead.find(Boolean) ?? ''));
}

/** The mail address or phone number of a link to one, if it does not say it itself; empty for anything else. */
function contactOf(element: Element): string {
	const [, contact = ''] =
		/^(?:mailto|tel):([^?]+)/iu.exec(element.getAttribute('href') ?? '') ?? [];
	// Without a contact the text is not read: it takes as long as all that is in the element.
	return contact === '' || element.textContent.trim() === contact ? '' : contact;
}

/** Where a link leads; empty for anything else. */
function addressOf(element: Element, baseUrl: string): string {
	const href = element.nodeName === 'A' ? element.getAttribute('href') : null;
	if (href === null || /^(?:#|javascript:|mailto:|tel:)/iu.test(href)) return '';
	return resolveAddress(href, baseUrl) ?? href;
}

/** The address of a picture; empty for anything else. */
const pictureOf = (element: Element, baseUrl: string): string =>
	(element.nodeName === 'IMG' ? readPictureAddress(element, baseUrl) : undefined) ?? '';

/** The addresses of all links or pictures in an entry, in order. */
export function addressesIn(entry: Entry, kind: 'link' | 'image', baseUrl: string): string[] {
	const read = kind === 'link' ? addressOf : pictureOf;
	return entry
		.flatMap(partsIn)
		.map(({ element }) => read(element, baseUrl))
		.filter(Boolean);
}

function formPieces(entry: Entry, place: MoneyPlace): Array<[string, Piece]> {
	const all = entry.flatMap(partsIn);
	return Object.entries(formsOf(entry, all, place)).flatMap(([form, said]) => {
		const part = all.findLast(({ text }) => text.includes(said)) ?? entry[0];
		return part === undefined ? [] : [[form, { text: said, part, likes: 1 }]];
	});
}

/** What an entry's parts are by their form; the currency is that of its price. */
function formsOf(entry: Entry, all: readonly Part[], place: MoneyPlace): Record<string, string> {
	const [only, ...others] = entry;
	const forms = readForms(
		all.map(({ element }) => element),
		others.length === 0 ? only?.element : undefined,
	);
	const texts = Object.entries(forms).filter(
		(pair): pair is [string, string] => typeof pair[1] === 'string',
	);
	const { price, originalPrice } = Object.fromEntries(texts);
	const amount = price ?? originalPrice ?? '';
	const currency = currencyOf(amount, place);
	return { ...Object.fromEntries(texts), ...(currency !== undefined && { currency }) };
}

/** Shops shorten long names and keep the full one in the title attribute. */
function wholeText({ element, text }: Part): string {
	if (!CUT.test(text) || text.length > LONGEST_CUT) return text;
	const titled = element.closest('[title]') ?? element.querySelector('[title]');
	const whole = oneLine(titled?.getAttribute('title') ?? '');
	return whole.startsWith(text.replace(CUT, '')) ? whole : text;
}
