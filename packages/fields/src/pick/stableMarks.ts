/// <reference lib="dom" />

/** A selector for one element, without its place. */
export interface Mark {
	css: string;
	/** The higher, the less likely it outlasts a change of the page. */
	cost: number;
	/** What it asks for, each of {@link tokensOf}. */
	tokens: readonly string[];
}

/** Attributes whose values say what an element is (HTML, ARIA, microdata). */
const MEANINGS = new Set(['itemprop', 'role', 'property', 'rel', 'scope', 'name']);
/** Elements that say nothing about their content. */
const PLAIN = new Set(['div', 'span']);
const NAME = /^-?[\p{L}_][\p{L}\d_-]*$/u;
const COSTS = {
	meaning: 1,
	id: 1,
	numberedId: 1.3,
	class: 1.2,
	data: 1.6,
	tag: 1.5,
	plainTag: 4,
	digits: 1,
};
const MOST_CLASSES = 12;
const MOST_ATTRIBUTES = 40;
const MOST_PREFIXES = 8;

/**
 * Whether a name was written by a person: programs make names of few vowels, of digits between letters, and
 * of capitals at any place. A number of three digits counts something.
 */
export function isReadable(name: string): boolean {
	if (!NAME.test(name) || name.length > 40 || /\d{3}/u.test(name)) return false;
	const words = name.split(/[-_\d]+/u).filter((word) => word !== '');
	const switches = name.match(/\p{L}\d(?=\p{L})|\d\p{L}(?=\d)/gu) ?? [];
	if (words.length === 0 || switches.length > 0) return false;
	return words.every((word) => {
		const parts = word.match(/\p{Lu}\p{Ll}+|\p{Ll}+|\p{Lu}/gu) ?? [word];
		const isMixed = parts.length > 1 && word.length / parts.length < 3 && /\p{Ll}/u.test(word);
		return !isMixed && (word.length < 5 || /[aeiouy]|[^a-z]/iu.test(word));
	});
}

/** The selectors that all of some elements have and that do not say where they are, with their costs. */
export function commonMarks(elements: readonly Element[]): Mark[] {
	const [first, ...others] = elements;
	if (first === undefined) return [];
	const isShared = (name: string, value: string): boolean =>
		others.every((element) => element.getAttribute(name) === value);
	const own: Mark[] = [];
	const add = (css: string, cost: number, ...tokens: string[]): number =>
		own.push({ css, cost, tokens });
	const id = first.getAttribute('id') ?? '';
	const prefix = numberedPrefix(elements);
	if (prefix !== undefined) add(`[id^="${prefix}"]`, COSTS.numberedId, `[id^="${prefix}"]`);
	if (others.length === 0 && isReadable(id)) add(`#${id}`, COSTS.id + digitsCost(id), `#${id}`);
	for (const [name, value] of attributesOf(first)) {
		const css = `[${name}="${value}"]`;
		if (isShared(name, value)) add(css, MEANINGS.has(name) ? COSTS.meaning : COSTS.data, css);
	}
	const sets = others.map((element) => new Set(classesOf(element)));
	const shared = classesOf(first)
		.filter((name) => isReadable(name) && sets.every((set) => set.has(name)))
		.slice(0, MOST_CLASSES);
	for (const [at, name] of shared.entries()) {
		add(`.${name}`, COSTS.class + digitsCost(name), `.${name}`);
		for (const other of shared.slice(at + 1)) {
			const cost = 2 * COSTS.class + 0.8 + digitsCost(name) + digitsCost(other);
			add(`.${name}.${other}`, cost, `.${name}`, `.${other}`);
		}
	}
	const tag = first.localName;
	if (!NAME.test(tag) || others.some(({ localName }) => localName !== tag)) return own;
	const withTag = own
		.filter(({ css }) => !css.startsWith('#'))
		.map(({ css, cost, tokens }) => ({
			css: tag + css,
			cost: cost + 0.4,
			tokens: [tag, ...tokens],
		}));
	const tagCost = PLAIN.has(tag) ? COSTS.plainTag : COSTS.tag;
	return [...own, ...withTag, { css: tag, cost: tagCost, tokens: [tag] }];
}

/** The attributes of an element that say what it is. */
function attributesOf(element: Element): [name: string, value: string][] {
	const names = element.getAttributeNames().slice(0, MOST_ATTRIBUTES);
	return names.flatMap((name): [string, string][] => {
		if (!MEANINGS.has(name) && !/^data-(?!rendered-|pick-)[a-z-]+$/u.test(name)) return [];
		const value = element.getAttribute(name) ?? '';
		return value.length > 2 && isReadable(value) ? [[name, value]] : [];
	});
}

/** The words before the running numbers in the IDs of some elements: `post_` of `post_12`. */
function numberedPrefix(elements: readonly Element[]): string | undefined {
	const ids = elements.map((element) => element.getAttribute('id') ?? '');
	const prefix = /^(.+[-_])\d+$/u.exec(ids[0] ?? '')?.[1] ?? '';
	const areNumbered = ids.every(
		(id) => id.startsWith(prefix) && /^\d+$/u.test(id.slice(prefix.length)),
	);
	const isMark = isReadable(prefix) && idPrefixes(ids[0] ?? '').includes(prefix);
	return areNumbered && isMark ? prefix : undefined;
}

/** What an ID begins with, up to each of its signs. */
function idPrefixes(id: string): string[] {
	const signs = [...id.matchAll(/[-_]/gu)].slice(0, MOST_PREFIXES);
	return signs.map(({ index }) => id.slice(0, index + 1));
}

/** Everything that marks of an element may ask for. */
export function tokensOf(element: Element): string[] {
	const id = element.getAttribute('id') ?? '';
	return [
		element.localName,
		...(id === '' ? [] : [`#${id}`]),
		...idPrefixes(id).map((prefix) => `[id^="${prefix}"]`),
		...classesOf(element).map((name) => `.${name}`),
		...attributesOf(element).map(([name, value]) => `[${name}="${value}"]`),
	];
}

/** The classes of an element. */
export function classesOf(element: Element): string[] {
	return (element.getAttribute('class') ?? '').split(/\s+/u).filter((name) => name !== '');
}

/** Names with numbers often count, or give a size. */
const digitsCost = (name: string): number => (/\d/u.test(name) ? COSTS.digits : 0);
