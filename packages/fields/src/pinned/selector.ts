/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import { compileSelector, selectAmong, selectWithin } from '@web-data-extraction/page/selectors';

/** Where a value is: in the text of an element, or in one of its attributes. */
export interface Selector {
	/** A CSS selector; `:scope` for the element itself, in which it is evaluated. */
	css: string;
	attribute: string | undefined;
}

/** `a.photo@href`; a class such as `\@lg` is not an attribute. */
const ATTRIBUTE = /(?<!\\)@([\p{L}_:][\p{L}\d_:.-]*)$/u;
const ITSELF = ':scope';

/** Reads `CSS@attribute`, of which either part may be missing. */
export function parseSelector(text: string): Selector {
	const trimmed = text.trim();
	const attribute = ATTRIBUTE.exec(trimmed)?.[1];
	const css = attribute === undefined ? trimmed : trimmed.slice(0, -attribute.length - 1).trim();
	return { css: css === '' && attribute !== undefined ? ITSELF : css, attribute };
}

/** What no browser's selectors have, but css-select accepts; strings and brackets are left out. */
const SLIPS: readonly [RegExp, string][] = [
	[/[.#](?!-?[\p{L}_\u{80}-\u{10FFFF}]|--)/u, 'a class or an ID has no name'],
	[/[>+~]\s*(?:$|[,)])/u, 'it is incomplete'],
	[/[!$%&/;<=?@^`{|}]/u, 'it contains characters that are not allowed in a selector'],
	[/(?:^|[\s,>])\d/u, 'a name begins with a digit'],
];
const NOT_NAMES = /\\.|"[^"]*"|'[^']*'|\[[^[\]]*\]|:nth-[a-z-]+\([^()]*\)/gu;

/** @returns why a text is not a selector; undefined when it is one */
export function findMistake(text: string): string | undefined {
	const { css } = parseSelector(text);
	if (css === '') return 'it is empty';
	try {
		compileSelector(css);
	} catch (error) {
		return error instanceof Error ? error.message.replace(/\.$/u, '') : String(error);
	}
	const names = css.replaceAll(NOT_NAMES, 'x');
	// As in CSS: each :has looks at everything inside, and again for each one nested in it.
	if (holdsAnother(names)) return 'a :has is inside another :has';
	return SLIPS.find(([slip]) => slip.test(names))?.[1];
}

/** Whether a `:has(…)` of a selector contains another one. */
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

/** `+ p`, `:scope ~ p a`: of what follows an entry. */
const FOLLOWING = /^(?::scope\s*)?[+~]/u;

/**
 * The elements inside another one that match a selector; that one itself if none do.
 * @param following what belongs to it beside itself: where selectors look that begin with `:scope ~` or `+`
 */
export function findElements(
	place: Element,
	{ css }: Selector,
	following: readonly Element[] = [],
): Element[] {
	if (css === ITSELF) return [place];
	if (FOLLOWING.test(css)) return selectAmong(place, following, css);
	const inside = selectWithin(place, css);
	return inside.length === 0 && place.matches(css) ? [place] : inside;
}
