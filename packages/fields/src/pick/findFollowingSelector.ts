/// <reference lib="dom" />
import type { EntryParts } from './entryParts.ts';
import { COSTS, countFaults, Finder, innerMarks, ITSELF, stepOf } from './findSelector.ts';
import { lineage } from '../pinned/lineage.ts';
import type { PickedPage } from './pickedPage.ts';
import { commonMarks, type Mark } from './stableMarks.ts';

/** A mark of the part of an entry that a value is in or is, one of a value inside its part, or both. */
interface Candidate {
	css: string;
	cost: number;
	part?: PartMark;
	inner?: Mark & { position?: number };
}

/** Without a position, all parts with the mark. */
interface PartMark {
	mark: Mark;
	position?: number;
}

/**
 * The selector of a field that is beside the element of its entry, in what follows it.
 * @param samples the elements that were pointed at, by their entries: each must be the first that it finds there
 */
export function findFollowingSelector(
	page: PickedPage,
	parts: EntryParts,
	samples: ReadonlyMap<Element, Element>,
): string {
	const finder = new Finder(page);
	const expected = new Map([...parts.following.keys()].map((one) => [one, samples.get(one)]));
	const [best] = candidates(parts, [...samples.values()])
		.map((candidate) => {
			const found = findByEntry(finder, parts, candidate);
			const isRight = [...samples].every(([entry, own]) => found.get(entry)?.[0] === own);
			const cost = isRight ? candidate.cost + countFaults(found, expected) : Infinity;
			return { css: candidate.css, cost };
		})
		.toSorted((one, other) => one.cost - other.cost || one.css.length - other.css.length);
	return best === undefined || best.cost === Infinity ? findChain(parts, samples) : best.css;
}

/** The way by positions from an entry to the first value. */
function findChain(parts: EntryParts, samples: ReadonlyMap<Element, Element>): string {
	const [target] = samples.values();
	const part = target && parts.partOf(target);
	if (target === undefined || part === undefined) return ITSELF;
	const own = `${part.localName}:nth-of-type(${parts.positionOf(part)})`;
	const steps = lineage(target, part).reverse().map(stepOf);
	return [`${ITSELF} ~ ${own}`, ...steps].join(' > ');
}

/** What a candidate finds, by entries, each in the order of the page. */
function findByEntry(
	finder: Finder,
	parts: EntryParts,
	{ part, inner }: Candidate,
): Map<Element, Element[]> {
	const marked = part && new Set(finder.withMark(part.mark));
	const isMeant = (element: Element, own: Element): boolean =>
		(own !== element) === (inner !== undefined) &&
		marked?.has(own) !== false &&
		(part?.position === undefined || parts.positionOf(own) === part.position);
	const all = inner === undefined ? (marked ?? []) : finder.withMark(inner);
	const groups = new Map<Element, Element[]>();
	for (const element of all) {
		const own = parts.partOf(element) ?? element;
		const entry = parts.entryOf(own);
		if (entry === undefined || own === entry || !isMeant(element, own)) continue;
		const group = groups.get(entry) ?? [];
		groups.set(entry, group);
		group.push(element);
	}
	return groups;
}

/** Selectors that some values in what follows their entries have. */
function candidates(parts: EntryParts, targets: readonly Element[]): Candidate[] {
	const own = targets.map((target) => parts.partOf(target) ?? target);
	const outers = partMarks(parts, own).map(({ cost, ...rest }): Candidate => {
		const { mark, position } = rest.part;
		const place = position === undefined ? '' : `:nth-of-type(${position})`;
		return { css: `${ITSELF} ~ ${mark.css}${place}`, cost, part: rest.part };
	});
	if (own.every((part, at) => part === targets[at])) return outers;
	const inners = innerMarks(targets);
	return [
		...inners.map((inner) => ({
			css: `${ITSELF} ~ * ${inner.css}`,
			cost: inner.cost + COSTS.step,
			inner,
		})),
		...outers.flatMap(({ css, cost, part }) =>
			inners.map((inner) => ({
				...{ css: `${css} ${inner.css}`, cost: cost + inner.cost + COSTS.step },
				...{ inner, ...(part && { part }) },
			})),
		),
	];
}

function partMarks(parts: EntryParts, own: readonly Element[]): { part: PartMark; cost: number }[] {
	const tag = own[0]?.localName ?? '*';
	const positions = new Set(own.map((part) => parts.positionOf(part)));
	const [position = 1] = positions;
	const isOrdered = positions.size === 1 && own.every(({ localName }) => localName === tag);
	const mark: Mark = { css: tag, cost: COSTS.order, tokens: [tag] };
	return [
		...commonMarks(own).map((one) => ({ part: { mark: one }, cost: one.cost })),
		...(isOrdered ? [{ part: { mark, position }, cost: COSTS.order }] : []),
	];
}
