/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { readShownText } from '../pinned/elementValue.ts';
import { commonAncestor, lineage } from '../pinned/lineage.ts';
import { type PickedPage, positionOf } from './pickedPage.ts';
import { commonMarks, type Mark } from './stableMarks.ts';

/** Levels above an element whose marks may be named in its selector. */
const MOST_LEVELS = 6;
export const COSTS = { order: 8, step: 0.5, level: 0.1 };
/** How much better a selector must be that finds more entries than the known ones. */
const WIDER_GAIN = 3;
/** What it costs a field if it is another element, more than one, or missing in all entries. */
const FAULTS = { other: 6, several: 4, missing: 4 };

/** The entry itself. */
export const ITSELF = ':scope';

/** A selector of one or two marks: one for the elements, one for something around them. */
interface Candidate {
	css: string;
	cost: number;
	/** What has the mark itself, and what is around it; undefined where nothing need be. */
	inner: Mark & { position?: number };
	outer?: Mark;
	isChild: boolean;
}

/** Finds the elements of a page that a candidate matches; the sets of marks are kept. */
export class Finder {
	private readonly page: PickedPage;
	private readonly known = new Map<string, Element[]>();
	private readonly sets = new Map<string, Set<Element>>();

	constructor(page: PickedPage) {
		this.page = page;
	}

	find({ inner, outer, isChild }: Candidate): Element[] {
		const found = this.withMark(inner);
		if (outer === undefined) return found;
		const around = this.sets.get(outer.css) ?? new Set(this.withMark(outer));
		this.sets.set(outer.css, around);
		return found.filter((element) => {
			let place = element.parentElement;
			if (isChild) return place !== null && around.has(place);
			while (place !== null && !around.has(place)) place = place.parentElement;
			return place !== null;
		});
	}

	withMark({ css, tokens, position }: Candidate['inner']): Element[] {
		const known = this.known.get(css);
		if (known !== undefined) return known;
		const all = this.page.withTokens(tokens);
		const found =
			position === undefined ? all : all.filter((element) => positionOf(element) === position);
		this.known.set(css, found);
		return found;
	}
}

/**
 * The selector of the entries of a list: short, of marks that last. It may find further entries beside them that
 * are built a little differently.
 * @param isEntry whether another element beside the entries is one of them, too
 */
export function findEntrySelector(
	page: PickedPage,
	entries: readonly Element[],
	isEntry: (element: Element) => boolean,
): string {
	const known = new Set(entries);
	const place = commonAncestor(entries);
	const tag = entries[0]?.localName;
	const isBeside = (element: Element): boolean => {
		if (element.localName !== tag) return false;
		const around = lineage(element).slice(1);
		const isIn = place !== undefined && around.includes(place);
		return isIn && !around.some((one) => known.has(one)) && isEntry(element);
	};
	const finder = new Finder(page);
	let exact: Candidate | undefined;
	let wider: Candidate | undefined;
	for (const candidate of candidates(entries)) {
		const found = finder.find(candidate);
		if (found.length === entries.length) exact ??= candidate;
		else if (wider === undefined && found.every((one) => known.has(one) || isBeside(one))) {
			wider = candidate;
		}
		if (exact !== undefined) break;
	}
	const isClear = exact !== undefined && exact.cost <= (wider?.cost ?? Infinity) + WIDER_GAIN;
	const best = isClear ? exact : wider;
	if (best !== undefined) return best.css;
	return place === undefined ? 'body' : `${findOneSelector(page, place)} > ${tag}`;
}

/** The selector of one element of a page, which finds nothing else. */
export function findOneSelector(page: PickedPage, element: Element): string {
	return findAlone(new Finder(page), element) ?? findChain(page, element);
}

function findAlone(finder: Finder, element: Element): string | undefined {
	return candidates([element]).find((one) => finder.find(one).length === 1)?.css;
}

/** A way by positions, from the nearest ancestor that has a selector of its own. */
function findChain(page: PickedPage, element: Element): string {
	const finder = new Finder(page);
	let chain = '';
	for (const one of lineage(element)) {
		const own = one === element ? undefined : findAlone(finder, one);
		if (own !== undefined) return `${own} > ${chain}`;
		chain = `${stepOf(one)}${chain === '' ? '' : ` > ${chain}`}`;
	}
	return chain;
}

export const stepOf = (element: Element): string =>
	`${element.localName}:nth-of-type(${positionOf(element)})`;

/**
 * The selector of a field within the entries of a list.
 * @param samples the elements that were pointed at, by their entries: each must be the first that it finds there
 */
export function findFieldSelector(
	page: PickedPage,
	entries: readonly Element[],
	samples: ReadonlyMap<Element, Element>,
): string {
	const [[entry, target] = []] = samples;
	if (entry === undefined || target === undefined) return ITSELF;
	if ([...samples].every(([around, own]) => around === own)) return ITSELF;
	const steps = lineage(target, entry).reverse();
	const chain = `${ITSELF} > ${steps.map(stepOf).join(' > ')}`;
	const expected = new Map(
		entries.map((one) => [one, samples.get(one) ?? followSteps(one, steps)] as const),
	);
	const finder = new Finder(page);
	const known = new Set(entries);
	let best = { css: chain, score: 2 * COSTS.order };
	for (const candidate of candidates([...samples.values()], entry)) {
		if (candidate.cost >= best.score) break;
		const found = groupByEntry(finder.find(candidate), known);
		const isRight = [...samples].every(([around, own]) => found.get(around)?.[0] === own);
		const score = isRight ? candidate.cost + countFaults(found, expected) : Infinity;
		if (score < best.score) best = { css: candidate.css, score };
	}
	return best.css;
}

/** The element of an entry at the same place as another one in its entry. */
function followSteps(entry: Element, steps: readonly Element[]): Element | undefined {
	let place: Element | undefined = entry;
	for (const step of steps) {
		const position = positionOf(step);
		const like: Element[] = [...(place?.children ?? [])].filter(
			({ localName }) => localName === step.localName,
		);
		place = like[position - 1];
	}
	return place;
}

function groupByEntry(
	elements: readonly Element[],
	entries: ReadonlySet<Element>,
): Map<Element, Element[]> {
	const groups = new Map<Element, Element[]>();
	for (const element of elements) {
		const entry = lineage(element).find((one) => one !== element && entries.has(one));
		if (entry === undefined) continue;
		const group = groups.get(entry) ?? [];
		group.push(element);
		groups.set(entry, group);
	}
	return groups;
}

/** What a selector finds in entries nobody has pointed at, as a cost. */
export function countFaults(
	found: ReadonlyMap<Element, Element[]>,
	expected: ReadonlyMap<Element, Element | undefined>,
): number {
	const count = { other: 0, several: 0, missing: 0 };
	for (const [entry, target] of expected) {
		const own = found.get(entry) ?? [];
		if (own.length === 0) count.missing += 1;
		else if (target !== undefined && own[0] !== target) count.other += 1;
		if (own.length > 1 && new Set(own.slice(0, 5).map(readShownText)).size > 1) count.several += 1;
	}
	const names = ['other', 'several', 'missing'] as const;
	return names.reduce((sum, name) => sum + (FAULTS[name] * count[name]) / expected.size, 0);
}

/** The marks that all of some elements have, and their place among their siblings if it is the same. */
export function innerMarks(targets: readonly Element[]): Candidate['inner'][] {
	const tag = targets[0]?.localName ?? '*';
	const positions = new Set(targets.map(positionOf));
	const [position = 1] = positions;
	const css = `${tag}:nth-of-type(${position})`;
	const ordered = { css, cost: COSTS.order, tokens: [tag], position };
	return [...commonMarks(targets), ...(positions.size === 1 ? [ordered] : [])];
}

/** Selectors that all of some elements have, the best first. */
function candidates(targets: readonly Element[], end: Element | null = null): Candidate[] {
	const inners = innerMarks(targets);
	const found: Candidate[] = inners.map((inner) => ({
		...{ css: inner.css, cost: inner.cost },
		inner,
		isChild: false,
	}));
	const ways = targets.map((target) => lineage(target, end).slice(1));
	for (let level = 0; level < MOST_LEVELS; level++) {
		const around = new Set(ways.flatMap((way) => way[level] ?? []));
		if (ways.some(({ length }) => length <= level)) break;
		for (const outer of commonMarks([...around])) {
			for (const inner of inners) {
				const cost = outer.cost + inner.cost + COSTS.step + level * COSTS.level;
				const isChild = level === 0;
				const css = `${outer.css} ${isChild ? '> ' : ''}${inner.css}`;
				found.push({ css, cost, inner, outer, isChild });
			}
		}
	}
	return found.toSorted((one, other) => one.cost - other.cost || one.css.length - other.css.length);
}
