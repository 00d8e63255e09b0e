/// <reference lib="dom" />
import { resolveAddress } from '@web-data-extraction/page/resolveAddress';
import { oneLine } from '@web-data-extraction/page/document';
import { readPictureAddress } from '@web-data-extraction/page/clean';
import { currencyOf } from '../rules/currency.ts';
import { isInFormer } from '../rules/former.ts';
import { readForms } from '../rules/forms.ts';
import { nameWords } from '../rules/names.ts';
import { toSingular } from '../singular.ts';
import type { Entry } from './groups.ts';
import type { Part } from './parts.ts';
import type { SourceData } from '../rules/sourceData.ts';

/** Where entries are: how numbers are written there, and what links are resolved against. */
export type Place = Pick<
	SourceData,
	'url' | 'language' | 'decimalMark' | 'isMarkAssumed' | 'isDocument'
>;

/** What a column consists of. */
export type ColumnKind = 'text' | 'link' | 'image';

/** One value of an entry, and where it is. */
export interface Piece {
	text: string;
	part: Part;
}

/** What is at the same place in each entry of a list. */
export interface Column {
	kind: ColumnKind;
	/** What its values are by their form, whatever the page calls them. */
	form: string | undefined;
	/** One per entry; undefined where the entry lacks it. */
	pieces: ReadonlyArray<Piece | undefined>;
	/** Share of entries that have it. */
	coverage: number;
	/** Share of different values among those that are there. */
	distinct: number;
	/** How often it occurs in the entries that have it. */
	repeats: number;
	/** Whether it is in a list inside the entries, which is longer in some: comments on a post. */
	isInner: boolean;
	/** What the page calls it: words of classes and labels, each with its weight. */
	words: ReadonlyMap<string, number>;
	/** Text at the beginning and at the end of all values: labels, units, "By". */
	prefix: string;
	suffix: string;
	isFormer: boolean;
	/** Whether its elements have other texts inside. */
	isContainer: boolean;
	headingLevel: number | undefined;
	/** Characters of a value on average. */
	length: number;
}

const MOST_COLUMNS = 400;
const MOST_PIECES = 1_000;
/** Entries whose elements are looked at for names. */
const NAMED_ENTRIES = 12;
const LONGEST_LABEL = 30;
/** A text that goes on elsewhere. */
const CUT = /\s?(?:…|\.{3})$/u;
const LONGEST_CUT = 300;

/** Aligns what is in the entries of a list: by path from the entry, and by class anywhere in it. */
export function alignColumns(
	entries: readonly Entry[],
	place: Place,
	readsForms: boolean,
): Column[] {
	const table = new Map<string, Aligned>();
	for (const [row, entry] of entries.entries()) {
		for (const { key, kind, piece, form } of [
			...(readsForms ? formPieces(entry, place.language) : []),
			...piecesOf(entry, place.url),
		]) {
			let column = table.get(key);
			if (column === undefined) {
				column = { kind, form, pieces: Array.from({ length: entries.length }), count: 0 };
				table.set(key, column);
			}
			column.count += 1;
			column.pieces[row] ??= piece;
		}
	}
	const known = new Set<string>();
	const columns = [...table.values()].filter(({ kind, form, pieces }) => {
		const found = pieces.filter((piece) => piece !== undefined);
		if (found.length * 10 < entries.length) return false;
		const key = `${kind} ${form ?? ''} ${pieces.map((piece) => (piece === undefined ? '' : `${piece.part.start}:${piece.text}`)).join()}`;
		return !known.has(key) && Boolean(known.add(key));
	});
	const described = columns.slice(0, MOST_COLUMNS).map((column) => describe(column, entries));
	return withLabels(withoutEntryWords(described, entries));
}

/** A column before it is described. */
interface Aligned extends Pick<Column, 'kind' | 'form'> {
	pieces: Array<Piece | undefined>;
	count: number;
}

interface Found {
	key: string;
	kind: ColumnKind;
	piece: Piece;
	/** What it is by its form, whatever the page calls it. */
	form?: string;
}

function piecesOf(entry: Entry, baseUrl: string): Found[] {
	const found: Found[] = [];
	let count = 0;
	const add = (key: string, kind: ColumnKind, text: string, part: Part): void => {
		if (text === '' || count > MOST_PIECES) return;
		found.push({ key: `${kind} ${key}`, kind, piece: { text, part } });
		count += 1;
	};
	const visit = (part: Part, path: string): void => {
		const { element, tokens, own } = part;
		const keys = [path, ...tokens.map((token) => `*${token}`)];
		const picture = element.nodeName === 'IMG' ? readPictureAddress(element, baseUrl) : undefined;
		for (const key of keys) {
			add(key, 'text', shownIn(part), part);
			add(key, 'link', addressOf(element, baseUrl), part);
			add(key, 'image', picture ?? '', part);
		}
		own.forEach((text, index) => add(`${path}#${index}`, 'text', text, part));
		const counts = new Map<string, number>();
		for (const child of part.children) {
			const count = counts.get(child.kind) ?? 0;
			counts.set(child.kind, count + 1);
			visit(child, `${path}/${child.kind}${count === 0 ? '' : `:${count}`}`);
		}
	};
	entry.forEach((part, index) => visit(part, entry.length === 1 ? '' : runPath(entry, index)));
	return found;
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

/** Where a link leads; empty for anything else. */
function addressOf(element: Element, baseUrl: string): string {
	const href = element.nodeName === 'A' ? element.getAttribute('href') : null;
	if (href === null || /^(?:#|javascript:)/iu.test(href)) return '';
	return resolveAddress(href, baseUrl) ?? href;
}

function formPieces(entry: Entry, language: string | undefined): Found[] {
	return Object.entries(formsOf(entry, language)).flatMap(([form, text]) => {
		const part = entry.flatMap((root) => findWith(root, text)).at(-1) ?? entry[0];
		return part === undefined
			? []
			: [{ key: `form ${form}`, kind: 'text', piece: { text, part }, form }];
	});
}

/** What an entry's parts are by their form; the currency is that of its price. */
function formsOf(entry: Entry, language: string | undefined): Record<string, string> {
	const all = entry.flatMap(partsIn);
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
	const currency = currencyOf(amount, language);
	return { ...Object.fromEntries(texts), ...(currency !== undefined && { currency }) };
}

const partsIn = (part: Part): Part[] => [part, ...part.children.flatMap(partsIn)];

/** The parts, from outer to inner, that say a text. */
function findWith(part: Part, text: string): Part[] {
	return part.text.includes(text)
		? [part, ...part.children.flatMap((child) => findWith(child, text))]
		: [];
}

/** Shops shorten long names and keep the full one in the title attribute. */
function wholeText({ element, text }: Part): string {
	if (!CUT.test(text) || text.length > LONGEST_CUT) return text;
	const titled = element.closest('[title]') ?? element.querySelector('[title]');
	const whole = oneLine(titled?.getAttribute('title') ?? '');
	return whole.startsWith(text.replace(CUT, '')) ? whole : text;
}

function runPath(entry: Entry, index: number): string {
	const kind = entry[index]?.kind ?? '';
	const before = entry.slice(0, index).filter((part) => part.kind === kind).length;
	return `${kind}${before === 0 ? '' : `:${before}`}`;
}

function describe({ kind, form, pieces, count }: Aligned, entries: readonly Entry[]): Column {
	const found = pieces.flatMap((piece, row) => (piece === undefined ? [] : [{ piece, row }]));
	const texts = found.map(({ piece }) => piece.text);
	const sample = found.slice(0, NAMED_ENTRIES);
	const words = new Map<string, number>();
	for (const { piece, row } of sample) {
		const roots = entries[row] ?? [];
		let weight = 1;
		for (
			let part: Part | undefined = piece.part;
			part !== undefined && !(roots.length === 1 && roots[0] === part && weight < 1);
			part = part.parent
		) {
			for (const word of part.words) words.set(word, Math.max(words.get(word) ?? 0, weight));
			if (roots.includes(part)) break;
			weight *= 0.6;
		}
	}
	const { prefix, suffix } = sharedEnds(texts);
	const first = found[0]?.piece.part;
	return {
		kind,
		form,
		pieces,
		coverage: found.length / entries.length,
		distinct: new Set(texts).size / texts.length,
		repeats: count / found.length,
		isInner:
			new Set(sample.map(({ piece, row }) => likeAround(piece.part, entries[row] ?? []))).size > 1,
		words,
		prefix,
		suffix,
		isFormer:
			sample.filter(({ piece, row }) => isInFormer(piece.part.element, entries[row]?.[0]?.element))
				.length *
				2 >
			sample.length,
		isContainer:
			form === undefined &&
			sample.filter(({ piece }) => isContainer(piece)).length * 2 > sample.length,
		headingLevel: first?.headingLevel,
		length: texts.reduce((sum, text) => sum + text.length, 0) / texts.length,
	};
}

/** How many elements are like those around a part, inside its entry. */
function likeAround(part: Part, entry: Entry): number {
	let count = 1;
	for (let one = part; !entry.includes(one) && one.parent !== undefined; one = one.parent) {
		const { kind } = one;
		count = Math.max(count, one.parent.children.filter((other) => other.kind === kind).length);
	}
	return count;
}

/** Whether an element has several texts; a text with marked words in it is one. */
function isContainer({ part, text }: Piece): boolean {
	const told = part.children.filter(({ text: inner }) => inner !== '');
	const [only, ...others] = told;
	if (only === undefined) return false;
	if (others.length === 0 && part.own.length === 0) return isContainer({ part: only, text });
	return part.own.join('').length < text.length / 2;
}

/** What several different texts begin and end with, in whole words. */
function sharedEnds(texts: readonly string[]): { prefix: string; suffix: string } {
	const different = [...new Set(texts)];
	const [first, ...others] = different;
	if (first === undefined || others.length === 0 || texts.length < 3)
		return { prefix: '', suffix: '' };
	let start = first.length;
	let end = first.length;
	for (const text of others) {
		const most = Math.min(start, text.length);
		start = 0;
		while (start < most && text[start] === first[start]) start += 1;
		const rest = Math.min(end, text.length);
		end = 0;
		while (end < rest && text.at(-1 - end) === first.at(-1 - end)) end += 1;
	}
	// A word or a number is shared as a whole or not at all.
	const shared = first.slice(0, start);
	const words = shared.slice(0, shared.search(/(?<![\p{L}\p{N}.,])[\p{L}\p{N}.,]*$/u));
	// Digits are of the values: "Phone: 030 1234".
	const [prefix = ''] = /^\D*/u.exec(words) ?? [];
	const suffix = first
		.slice(first.length - Math.min(end, first.length - prefix.length))
		.replace(/^[\p{L}\p{N}.,]+/u, '');
	return { prefix, suffix };
}

/** What a page calls entries: words of the element that each consists of. */
export const entryWords = (entries: readonly Entry[]): ReadonlySet<string> =>
	new Set(
		entries
			.slice(0, NAMED_ENTRIES)
			.flatMap((entry) => (entry.length === 1 ? [...(entry[0]?.words ?? [])] : [])),
	);

/** Words of the entries themselves ("product-card") say nothing about one of their columns. */
function withoutEntryWords(columns: readonly Column[], entries: readonly Entry[]): Column[] {
	const roots = entryWords(entries);
	return columns.map((column) => ({
		...column,
		words: new Map(
			[...column.words].map(([word, weight]) => [word, roots.has(word) ? weight * 0.3 : weight]),
		),
	}));
}

/** A text that all entries have in front of a value is its label, as is what all values begin or end with. */
function withLabels(columns: readonly Column[]): Column[] {
	const labels = columns.filter(
		({ kind, distinct, pieces, length, coverage, isContainer: isWhole }) =>
			kind === 'text' &&
			!isWhole &&
			coverage >= 0.3 &&
			length <= LONGEST_LABEL &&
			pieces.length > 2 &&
			distinct * pieces.length * coverage < 1.5,
	);
	return columns.map((column) => {
		if (column.kind !== 'text') return column;
		const words = new Map(column.words);
		const add = (text: string, weight: number): void => {
			for (const word of nameWords(text).map(toSingular))
				words.set(word, Math.max(words.get(word) ?? 0, weight));
		};
		add(`${column.prefix} ${column.suffix}`, 1);
		for (const label of labels) {
			if (label !== column && isBefore(label, column))
				add(label.pieces.find((piece) => piece !== undefined)?.text ?? '', 0.9);
		}
		return { ...column, words };
	});
}

/** Whether one column is directly in front of another where both are there. */
function isBefore(label: Column, column: Column): boolean {
	const rows = label.pieces.flatMap((piece, row) => {
		const other = column.pieces[row];
		return piece === undefined || other === undefined ? [] : [{ piece, other }];
	});
	const [first] = rows;
	if (first === undefined || rows.length < column.pieces.length * 0.3) return false;
	const isNext = ({ piece, other }: { piece: Piece; other: Piece }): boolean => {
		if (piece.part === other.part) return false;
		const from = Math.max(piece.part.end, piece.part.start);
		const isAfter =
			other.part.start > from || (piece.part.start < other.part.start && piece.part.own.length > 0);
		return isAfter && other.part.start - from <= 2;
	};
	return rows.filter(isNext).length * 2 > rows.length;
}
