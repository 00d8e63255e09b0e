import { splitWords } from './words.ts';
import type { Candidate, Part } from './candidates.ts';

/** A parsed plain-language description of an element. */
interface Description {
	/** Words that say which one, except those for its kind and its position. */
	words: string[];
	/** Text between quotation marks, lower case: the element's name. */
	quoted: string | undefined;
	/** Roles that the word for its kind may mean; undefined when there is no such word. */
	roles: readonly string[] | undefined;
	/** Which of several similar ones: 0 is the first, -1 the last; undefined when not given. */
	ordinal: number | undefined;
}

/** Everyday words for kinds of elements, with the roles they may mean. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
	button: ['button', 'link', 'menuitem', 'tab', 'switch', 'generic'],
	link: ['link', 'button'],
	tab: ['tab', 'button', 'link'],
	checkbox: ['checkbox', 'switch', 'menuitemcheckbox', 'radio'],
	box: ['checkbox', 'textbox', 'searchbox', 'combobox'],
	radio: ['radio', 'menuitemradio'],
	switch: ['switch', 'checkbox', 'button'],
	menu: ['menuitem', 'button', 'link', 'combobox'],
	dropdown: ['combobox', 'listbox', 'button'],
	field: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
	input: ['textbox', 'searchbox', 'combobox', 'spinbutton'],
	heading: ['heading', 'button', 'link'],
	icon: ['img', 'button', 'link'],
	image: ['img', 'link', 'button'],
};

const ORDINALS: Readonly<Record<string, number>> = {
	first: 0,
	second: 1,
	third: 2,
	fourth: 3,
	fifth: 4,
	last: -1,
};

/** Parses a description such as `the second "Add to cart" button`. */
export function parseDescription(text: string): Description {
	const quoted = /["“”«»„]([^"“”«»„]+)["“”«»„]|'([^']+)'/.exec(text);
	const words = splitWords(text);
	const isSaid = (word: string): boolean => !Object.hasOwn(ORDINALS, word);
	const said = words.filter(isSaid);
	const named = said.filter((word) => !Object.hasOwn(KINDS, word));
	const kind = said.find((word) => Object.hasOwn(KINDS, word));
	const ordinal = words.find((word) => !isSaid(word));
	return {
		// "Menu" may be the whole description: then it is the element's name.
		words: [...new Set(named.length > 0 ? named : said)],
		quoted: (quoted?.[1] ?? quoted?.[2])?.trim().toLowerCase(),
		roles: kind === undefined ? undefined : KINDS[kind],
		ordinal: ordinal === undefined ? undefined : ORDINALS[ordinal],
	};
}

/** An element that matches a description. */
export interface MatchedTarget {
	candidate: Candidate;
	/** Whether its name is exactly what was said. */
	isExact: boolean;
}

/**
 * The elements that match a plain-language description, best first: those whose name contains a word of it
 * (all of a quoted part), and whose surroundings contain the others. Of several the best can be used;
 * reacts to clicks; is of the given kind, in the order of {@link KINDS}; has exactly that name; is
 * named by the first words ("Add to cart of the kettle": the button, not the kettle); has little
 * else in its name. Among equals the ordinal decides, else the first of the page comes first.
 */
export function matchTargets(text: string, candidates: readonly Candidate[]): MatchedTarget[] {
	const description = parseDescription(text);
	const partWords = new Map<Part, ReadonlySet<string>>();
	const isAround = (part: Part, wanted: readonly string[]): boolean => {
		const words = partWords.get(part) ?? new Set(splitWords(`${part.role} ${part.text}`));
		partWords.set(part, words);
		return wanted.every((word) => words.has(word));
	};
	const matches = candidates.flatMap((candidate) => {
		const named = compareName(description, text, candidate.name);
		if (named === undefined) return [];
		const { isExact, isMissing, keys } = named;
		if (!isExact && !isAround(candidate.part, description.words.filter(isMissing))) return [];
		return [{ candidate, isExact, keys: [...rateUsability(description, candidate), ...keys] }];
	});
	matches.sort((one, other) => compareKeys(one.keys, other.keys));
	const [best] = matches;
	if (best === undefined) return [];
	const equals = matches.filter(({ keys }) => compareKeys(keys, best.keys) === 0);
	const meant = equals.at(description.ordinal ?? 0) ?? best;
	return [meant, ...matches.filter((match) => match !== meant)];
}

/** How a name matches; undefined when it shares nothing with the description. */
function compareName({ words, quoted }: Description, text: string, name: string) {
	const called = name.toLowerCase();
	const nameWords = new Set(splitWords(name));
	const isMissing = (word: string): boolean => !nameWords.has(word);
	const isFull = quoted === undefined && words.length > 0 && !words.some(isMissing);
	const isLiteral = [text.trim().toLowerCase(), quoted].includes(called);
	const isExact = isLiteral || (isFull && nameWords.size === words.length);
	const isNamed = quoted === undefined ? !words.every(isMissing) : called.includes(quoted);
	if (!isExact && !isNamed) return undefined;
	const leading = words.findIndex(isMissing);
	const exactness = isLiteral ? 0 : isExact ? 1 : 2;
	const keys = [exactness, leading === -1 ? -words.length : -leading, nameWords.size];
	return { isExact, isMissing, keys };
}

/** How likely an element is meant, whatever its name. */
function rateUsability(
	{ roles = [] }: Description,
	{ role, isDisabled, isInteractive }: Candidate,
) {
	const kind = roles.indexOf(role);
	return [isDisabled ? 1 : 0, isInteractive ? 0 : 1, kind === -1 ? roles.length : kind];
}

/** Compares the sort keys of matches: the first number that differs decides, the lower first. */
function compareKeys(one: readonly number[], other: readonly number[]): number {
	const differences = one.map((key, index) => key - (other[index] ?? 0));
	return differences.find((difference) => difference !== 0) ?? 0;
}
