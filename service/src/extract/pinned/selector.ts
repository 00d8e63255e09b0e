/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { compileSelector, selectWithin } from '../../page/selectors.ts';

/** Where a value is: in the text of an element, or in one of its attributes. */
export interface Selector {
	/** A CSS selector; of the element itself, around which is looked, `:scope`. */
	css: string;
	attribute: string | undefined;
}

/** `a.photo@href`; a class such as `\@lg` is none. */
const ATTRIBUTE = /(?<!\\)@([\p{L}_:][\p{L}\d_:.-]*)$/u;
const ITSELF = ':scope';

/** Reads `CSS@attribute`, of which either part may be missing. */
export function parseSelector(text: string): Selector {
	const trimmed = text.trim();
	const attribute = ATTRIBUTE.exec(trimmed)?.[1];
	const css = attribute === undefined ? trimmed : trimmed.slice(0, -attribute.length - 1).trim();
	return { css: css === '' && attribute !== undefined ? ITSELF : css, attribute };
}

/** What a selector of no browser has, and css-select takes all the same; strings and brackets are left out. */
const SLIPS: readonly [RegExp, string][] = [
	[/[.#](?!-?[\p{L}_\u{80}-\u{10FFFF}]|--)/u, 'a class or an ID has no name'],
	[/[>+~]\s*(?:$|[,)])/u, 'it ends in the middle'],
	[/[!$%&/;<=?@^`{|}]/u, 'it has characters that no selector can have'],
	[/(?:^|[\s,>])\d/u, 'a name begins with a digit'],
];
const NOT_NAMES = /\\.|"[^"]*"|'[^']*'|\[[^[\]]*\]|:nth-[a-z-]+\([^()]*\)/gu;

/** @returns why a text is no selector; undefined when it is one */
export function findMistake(text: string): string | undefined {
	const { css } = parseSelector(text);
	if (css === '') return 'it is empty';
	try {
		compileSelector(css);
	} catch (error) {
		return error instanceof Error ? error.message.replace(/\.$/u, '') : String(error);
	}
	const names = css.replaceAll(NOT_NAMES, 'x');
	// As in CSS: each :has looks at everything inside, and again for each that is in it.
	if (holdsAnother(names)) return 'a :has is inside another :has';
	return SLIPS.find(([slip]) => slip.test(names))?.[1];
}

/** Whether a `:has(…)` of a selector has another one inside. */
function holdsAnother(names: string): boolean {
	let depth = 0;
	let openAt: number | undefined;
	for (const [sign] of names.matchAll(/:has\(|\(|\)/gu)) {
		if (sign === ':has(' && openAt !== undefined) return true;
		if (sign === ':has(') openAt = depth;
		depth += sign === ')' ? -1 : 1;
		if (depth === openAt) openAt = undefined;
	}
	return false;
}

/** The elements inside of another one that a selector names; that one itself where there are none. */
export function findElements(place: Element, { css }: Selector): Element[] {
	if (css === ITSELF) return [place];
	const inside = selectWithin(place, css);
	return inside.length === 0 && place.matches(css) ? [place] : inside;
}
