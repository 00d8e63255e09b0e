import { nameKey, sameMeaning, singularWords, withoutSubject } from '../names/names.ts';
import { coerce } from '../records/values.ts';
import type { ScalarShape, SchemaNode } from '../schema/schemaNode.ts';
import { remembered } from '../remembered.ts';
import { extentOf, type Passage } from './passage.ts';
import { nearestBy, type PassageIndex, type Span } from './passageIndex.ts';
import type { Leaf, LeafGroup } from './valueLeaves.ts';

/** Where a value was found. */
export interface Located extends Span {
	/** How many places are as good. */
	places: number;
}

/**
 * What speaks against a place. The unit is a doubling of the passages in the smallest container that two values
 * share; `loose` of it counts for values that are no entry, as they may be anywhere, and `between` of a doubling of
 * the passages between them.
 */
const COSTS = {
	unlabelled: 2,
	part: 1,
	pinned: 4,
	before: 1.5,
	later: 0.1,
	between: 0.1,
	loose: 0.5,
} as const;
/** Places that are compared for one value. */
const MOST_COMPARED = 60;
/** Longer texts are no answers to yes or no, and no choices. */
const LONGEST_READING = 200;
/** A place with what speaks against it. */
interface Candidate extends Span {
	cost: number;
}

/** What is known of the place of a group. */
interface Surroundings {
	/** Where what it belongs to is. */
	near?: number | undefined;
	/** Where the entry before it is. */
	after?: number | undefined;
	/** Whether it is an entry of a list. */
	isEntry: boolean;
}

interface Asked {
	leaf: Leaf;
	/** In the order of the source. */
	candidates: readonly Candidate[];
}

/**
 * Finds where the values of an answer were read: the values of one entry stand together, a value stands beside
 * its label, entries follow one another.
 */
export class Locator {
	private readonly index: PassageIndex;
	private readonly isPinned: (leaf: Leaf, passage: Passage) => boolean;
	private readonly readings = new Map<string, Map<unknown, number[]>>();
	/** By field and value: rows repeat them. */
	private readonly candidates = new Map<string, readonly Candidate[]>();
	readonly found = new Map<Leaf, Located | undefined>();

	/** @param isPinned whether a passage is where the schema's selector says that a value is */
	constructor(index: PassageIndex, isPinned: (leaf: Leaf, passage: Passage) => boolean) {
		this.index = index;
		this.isPinned = isPinned;
	}

	/** Finds the values of a group and of its entries. @returns where it is */
	locate(
		group: LeafGroup,
		{ near, after, isEntry }: Surroundings = { isEntry: false },
	): number | undefined {
		const asked = group.leaves.map((leaf) => ({ leaf, candidates: this.candidatesOf(leaf) }));
		const place = this.choose(asked, { near, after, isEntry }) ?? near;
		let last: number | undefined;
		for (const entry of group.entries) {
			last = this.locate(entry, { near: place, after: last, isEntry: true }) ?? last;
		}
		return place;
	}

	private candidatesOf(leaf: Leaf): readonly Candidate[] {
		const field = leaf.path.replace(/\[\d+\]/gu, '[]');
		const key = `${field} ${typeof leaf.value} ${leaf.value}`;
		const known = this.candidates.get(key);
		if (known !== undefined) return known;
		const found = this.judge(leaf, this.spansOf(leaf));
		this.candidates.set(key, found);
		return found;
	}

	private judge(leaf: Leaf, spans: readonly Span[]): Candidate[] {
		const labels = keysOf(leaf);
		return spans.map((span) => {
			const passage = this.index.passages[span.from];
			if (passage === undefined) return { ...span, cost: Infinity };
			const isLabelled = passage.labels().some((label) => names(label, labels));
			const cost =
				passage.doubt +
				(isLabelled ? 0 : COSTS.unlabelled) +
				(span.isWhole ? 0 : COSTS.part) -
				(this.isPinned(leaf, passage) ? COSTS.pinned : 0);
			return { ...span, cost };
		});
	}

	private spansOf(leaf: Leaf): readonly Span[] {
		const { value } = leaf;
		if (typeof value === 'boolean') return this.readingsOf(leaf);
		const spans = this.index.find(value);
		if (spans.length > 0) return spans.length > MOST_PLACES ? this.likely(leaf, spans) : spans;
		const read = this.readingsOf(leaf);
		return read.length > 0 || typeof value === 'number' ? read : this.index.findScattered(value);
	}

	/** Of very many places those with a label, and the first. */
	private likely(leaf: Leaf, spans: readonly Span[]): Span[] {
		const labels = keysOf(leaf);
		return spans.filter(({ from }, at) => {
			const passage = this.index.passages[from];
			return at < MOST_PLACES || passage?.labels().some((label) => names(label, labels));
		});
	}

	/** Passages that say a value in the type of its field, by words of their own: "In stock" for yes. */
	private readingsOf({ name, value, node }: Leaf): Span[] {
		const shape = readableShape(value, node);
		if (shape === undefined) return [];
		const key = `${name} ${JSON.stringify(shape)}`;
		const read = this.readings.get(key) ?? this.readAll(name, shape);
		this.readings.set(key, read);
		return (read.get(value) ?? []).map((at) => ({ from: at, to: at, isWhole: true }));
	}

	/** The values that passages have, read in one type. */
	private readAll(name: string, shape: ScalarShape): Map<unknown, number[]> {
		const { passages } = this.index;
		return Map.groupBy(passages.keys(), (at) => {
			const { text = '' } = passages[at] ?? {};
			const isShort = text.length <= LONGEST_READING;
			return isShort ? coerce(text, shape, nameKey(name), { url: '' }) : undefined;
		});
	}

	/** Chooses a place for each value of a group: those that are likely, and together. */
	private choose(asked: readonly Asked[], around: Surroundings): number | undefined {
		for (const { leaf } of asked) this.found.set(leaf, undefined);
		const known = asked.filter(({ candidates }) => candidates.length > 0);
		const [anchor] = known.toSorted((a, b) => a.candidates.length - b.candidates.length);
		if (anchor === undefined) return undefined;
		const choices = anchorsOf(anchor.candidates, around).map((start) =>
			this.chooseAround(start, known, anchor, around),
		);
		const least = Math.min(...choices.map(({ cost }) => cost));
		const best = choices.find(({ cost }) => cost === least);
		// The values of an entry show each other's places.
		const isAlone = !around.isEntry || known.length === 1;
		for (const [at, { leaf, candidates }] of known.entries()) {
			const one = best?.chosen[at];
			if (one === undefined) continue;
			const equal = candidates.filter(({ cost }) => cost <= one.cost).length;
			const { cost: _cost, ...span } = one;
			this.found.set(leaf, { ...span, places: isAlone ? Math.max(equal, 1) : 1 });
		}
		return best?.chosen[known.indexOf(anchor)]?.from;
	}

	/** The best place for each value beside one of them, and what speaks against all. */
	private chooseAround(
		start: Candidate,
		known: readonly Asked[],
		anchor: Asked,
		{ near, after, isEntry }: Surroundings,
	): { chosen: Candidate[]; cost: number } {
		const weight = isEntry ? 1 : COSTS.loose;
		const apart = (one: number, other: number): number =>
			weight * Math.log2(1 + extentOf(this.index.passages, one, other)) +
			COSTS.between * distance(one, other);
		const chosen = known.map((one) =>
			one === anchor ? start : cheapest(one.candidates, start.from, apart),
		);
		const inOrder = after === undefined ? 0 : orderCost(start.from, after);
		const inside = near === undefined ? 0 : apart(start.from, near);
		const cost = chosen.reduce(
			(sum, one) => sum + one.cost + apart(one.from, start.from),
			inOrder + inside,
		);
		return { chosen, cost };
	}
}

/** Places of one value that are looked at one by one. */
const MOST_PLACES = 500;

const distance = (one: number, other: number): number => Math.log2(1 + Math.abs(one - other));

/** Entries follow one another, mostly without much between them. */
const orderCost = (place: number, after: number): number =>
	place <= after ? COSTS.before : COSTS.later * distance(place, after);

/** The type in which passages are read for a value; undefined where its own words are looked for alone. */
function readableShape(
	value: Leaf['value'],
	node: SchemaNode | undefined,
): ScalarShape | undefined {
	if (typeof value === 'boolean') return { kind: 'scalar', type: 'boolean' };
	const shape = node?.shapes.find((one) => one.kind === 'scalar');
	return shape?.type === 'string' && shape.allowed === undefined ? undefined : shape;
}

/** Where the search for a group begins: the places of its rarest value, those after the last entry first. */
function anchorsOf(
	candidates: readonly Candidate[],
	{ near, after }: Surroundings,
): readonly Candidate[] {
	if (candidates.length <= MOST_COMPARED) return candidates;
	const start = after ?? near;
	const likely = candidates.toSorted((a, b) => a.cost - b.cost).slice(0, MOST_COMPARED / 2);
	return start === undefined
		? [...likely, ...candidates.slice(0, MOST_COMPARED / 2)]
		: [...likely, ...nearest(candidates, start, MOST_COMPARED / 2)];
}

/** The place with the least against it, distance included; the first of equal ones. */
function cheapest(
	candidates: readonly Candidate[],
	at: number,
	apart: (one: number, other: number) => number,
): Candidate {
	const compared =
		candidates.length <= MOST_COMPARED ? candidates : nearest(candidates, at, MOST_COMPARED);
	let best = compared[0] as Candidate;
	let least = Infinity;
	for (const one of compared) {
		const cost = one.cost + apart(one.from, at);
		if (cost < least) [best, least] = [one, cost];
	}
	return best;
}

/** Those of some places in order that are nearest to another one. */
const nearest = (places: readonly Candidate[], at: number, most: number): Candidate[] =>
	nearestBy(places, ({ from }) => from, at, most);

/** The names of a field, as sets of words. */
function keysOf({ name, node }: Leaf): string[][] {
	const keys = [name, ...(node?.otherNames ?? [])].map(nameKey);
	const all = [...keys, ...keys.map(withoutSubject)].flatMap((key) => sameMeaning(key));
	return [...new Set(all)].filter((key) => key !== '').map((key) => key.split(' '));
}

const labelWords = remembered((label): ReadonlySet<string> => new Set(singularWords(label)));

/** Whether a label has all words of one of the names. */
const names = (label: string, keys: readonly string[][]): boolean => {
	const words = labelWords(label);
	return keys.some((key) => key.every((word) => words.has(word)));
};
