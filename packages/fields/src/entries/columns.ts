/// <reference lib="dom" />
import { isInFormer } from './former.ts';
import { singularWords } from '../names/names.ts';
import { type Aligned, Alignment, type Piece, type Place } from './alignment.ts';
import { countedWords } from './counted.ts';
import type { Entry } from './groups.ts';
import { LINE } from './lines.ts';
import { type Part, partsIn } from './parts.ts';

/** What is at the same place in each entry of a list. */
export interface Column extends Pick<Aligned, 'kind' | 'form'> {
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
	/** Whether the same text, in a place of its own, stands before each of its values. */
	isLabelled: boolean;
	/** Whether its elements have other texts inside. */
	isContainer: boolean;
	headingLevel: number | undefined;
	/** Characters of a value on average. */
	length: number;
}

const MOST_COLUMNS = 400;
/** Entries whose elements are looked at for names. */
const NAMED_ENTRIES = 12;
/** How much less the words of an element say about a piece than those of the next one in it. */
const FURTHER = 0.6;
const LEAST_WEIGHT = 0.05;
const LONGEST_LABEL = 30;

/** Aligns what is in the entries of a list: by path from the entry, and by class anywhere in it. */
export function alignColumns(
	entries: readonly Entry[],
	place: Place,
	readsForms: boolean,
): Column[] {
	const alignment = new Alignment(entries.length, place);
	for (const [row, entry] of entries.entries()) alignment.add(entry, row, readsForms);
	const described = alignment
		.columns()
		.slice(0, MOST_COLUMNS)
		.map((column) => describe(column, entries));
	return withLabels(withoutEntryWords(described, entries), entries);
}

function describe({ kind, form, pieces, count }: Aligned, entries: readonly Entry[]): Column {
	const found = pieces.flatMap((piece, row) => (piece === undefined ? [] : [{ piece, row }]));
	const texts = found.map(({ piece }) => piece.text);
	const sample = found.slice(0, NAMED_ENTRIES);
	const words = new Map<string, number>();
	for (const { piece, row } of sample) addWords(words, piece.part, entries[row] ?? []);
	if (kind === 'link') for (const word of sharedWords(sample)) words.set(word, 1);
	const { prefix, suffix } = sharedEnds(texts);
	// Of an entry alone, no other shows that this is what its number counts.
	const counted = texts.length === 1 ? countedWords(texts[0] ?? '') : [];
	for (const word of counted) words.set(word, 1);
	const first = found[0]?.piece.part;
	return {
		kind,
		form,
		pieces,
		coverage: found.length / entries.length,
		distinct: new Set(texts).size / texts.length,
		repeats: count / found.length,
		isInner: new Set(sample.map(({ piece }) => piece.likes)).size > 1,
		words,
		prefix,
		suffix,
		isFormer:
			sample.filter(({ piece, row }) => isInFormer(piece.part.element, entries[row]?.[0]?.element))
				.length *
				2 >
			sample.length,
		isLabelled: false,
		isContainer:
			form === undefined &&
			sample.filter(({ piece }) => isContainer(piece)).length * 2 > sample.length,
		headingLevel: first?.headingLevel,
		length: texts.reduce((sum, text) => sum + text.length, 0) / texts.length,
	};
}

/** Adds the words of a part and of what is around it in its entry: the further away, the less they say. */
function addWords(words: Map<string, number>, inner: Part, roots: Entry): void {
	let weight = 1;
	for (
		let part: Part | undefined = inner;
		part !== undefined && weight >= LEAST_WEIGHT;
		part = part.parent
	) {
		if (roots.length === 1 && roots[0] === part && weight < 1) return;
		for (const word of part.words) words.set(word, Math.max(words.get(word) ?? 0, weight));
		if (roots.includes(part)) return;
		if (part.parent?.inner !== part.inner) weight *= FURTHER;
	}
}

/** What all links say: "12 comments", "Book now". */
function sharedWords(links: ReadonlyArray<{ piece: Piece }>): string[] {
	const [first = new Set<string>(), ...others] = links.map(
		({ piece }) => new Set(singularWords(piece.part.text)),
	);
	return others.length === 0
		? []
		: [...first].filter((word) => others.every((words) => words.has(word)));
}

/** Whether an element has several texts; a text with marked words in it is one. */
function isContainer({ part, text }: Piece): boolean {
	const isTold = part.children.some(({ text: inner, kind }) => inner !== '' && kind !== LINE);
	return isTold && part.own.reduce((sum, own) => sum + own.text.length, 0) < text.length / 2;
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
function withLabels(columns: readonly Column[], entries: readonly Entry[]): Column[] {
	const places = entries.map(placesOfTexts);
	const isBefore = (label: Column, column: Column): boolean =>
		isDirectlyBefore(label, column, places);
	const labels = columns.filter(
		({ kind, distinct, pieces, length, coverage, isContainer: isWhole }) =>
			kind === 'text' &&
			!isWhole &&
			pieces.some((piece) => isLabel(piece?.text)) &&
			coverage >= 0.3 &&
			length <= LONGEST_LABEL &&
			pieces.length > 2 &&
			distinct * pieces.length * coverage < 1.5,
	);
	const followers = columns
		.filter(leads)
		.map((column) => ({ column, next: columns.filter((other) => isBefore(column, other)) }))
		.filter(({ next }) => next.length > 0);
	return columns.map((column) => {
		if (column.kind !== 'text') return column;
		const words = new Map(column.words);
		const add = (text: string, weight: number): void => {
			for (const word of singularWords(text))
				words.set(word, Math.max(words.get(word) ?? 0, weight));
		};
		add(column.prefix, 1);
		if (!followers.some((one) => one.column === column)) add(column.suffix, 1);
		const before = labels.filter((label) => label !== column && isBefore(label, column));
		for (const label of before)
			add(label.pieces.find((piece) => piece !== undefined)?.text ?? '', 0.9);
		for (const { column: other, next } of followers)
			if (next.includes(column)) add(other.suffix, 0.9);
		return { ...column, words, isLabelled: before.length > 0 };
	});
}

/** "200 €" in front of a price is another one. */
const isLabel = (text = ''): boolean => /\p{L}/u.test(text) && !/\d/u.test(text);

/** Whether texts end with what may be the label of the next: "3 May by". "5 reviews" end with their own. */
const leads = ({ kind, suffix, pieces }: Column): boolean =>
	kind === 'text' &&
	/\p{L}/u.test(suffix) &&
	pieces.some((piece) => /\p{L}/u.test(piece?.text.slice(0, -suffix.length) ?? ''));

/** Whether one column is directly in front of another where both are there. @param places of the texts of each entry */
function isDirectlyBefore(
	label: Column,
	column: Column,
	places: ReadonlyArray<readonly number[]>,
): boolean {
	const both = label.pieces.flatMap((piece, row) => {
		const other = column.pieces[row];
		return piece === undefined || other === undefined ? [] : [{ piece, other, row }];
	});
	if (both.length === 0 || both.length < column.pieces.length * 0.3) return false;
	const next = both.filter(({ piece, other, row }) => {
		const start = other.at ?? other.part.outer.start;
		const end = piece.at ?? piece.part.end;
		return start > end && (firstAfter(places[row] ?? [], end) ?? start) >= start;
	});
	return next.length * 2 > both.length;
}

/** The first of ascending numbers that is greater than another. */
function firstAfter(numbers: readonly number[], least: number): number | undefined {
	let [low, high] = [0, numbers.length];
	while (low < high) {
		const middle = Math.floor((low + high) / 2);
		if ((numbers[middle] ?? least) > least) high = middle;
		else low = middle + 1;
	}
	return numbers[low];
}

/** Where the texts of an entry are that have no other text in them. */
const placesOfTexts = (entry: Entry): number[] =>
	entry
		.flatMap(partsIn)
		.flatMap((part) => [
			...part.own.map(({ at }) => at),
			...(part.text !== '' && part.children.every(({ text }) => text === '') ? [part.start] : []),
		])
		.toSorted((one, other) => one - other);
