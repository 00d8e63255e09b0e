/**
 * How the browser shows an element, where its tag alone does not say so. The snapshot of a page writes it
 * into this attribute; HTML that no browser has drawn goes without it. Values, separated by blanks:
 * - `drawn`: the element that the snapshot is of
 * - `none`: it is not shown
 * - `control`: it can be clicked, and stands before something that is not shown
 * - `block`, `inline`: an inline element on a line of its own; a block within a line
 * - `pre`: code whose line breaks are kept
 * - `table`, `head`, `row`, `cell`: it is laid out as such a part of a table
 * - `lower-alpha` and the like: the numbers of a list (CSS `list-style-type`)
 * - `unnumbered`: a list of numbers that are not shown
 * - `replaced`: an object that could not be shown, and what stands in for it is
 * - `struck`: it is crossed out
 * - `reversed`: its letters are shown from the last to the first
 */
export const RENDERED = 'data-rendered-as';

/**
 * The text that a style sheet writes before and after what an element holds (CSS `content`), in attributes
 * of their own. The number of a counter stands in it as `U+0001`, the name of its style, a blank, the
 * number in figures, `U+0001`.
 */
export const GENERATED = { before: 'data-rendered-before', after: 'data-rendered-after' };

const MARKS = new RegExp(
	` (?:${RENDERED}="[a-z -]*"|(?:${GENERATED.before}|${GENERATED.after})="[^"]*")`,
	'g',
);

/** The HTML of a snapshot as the page has it. */
export function withoutMarks(html: string): string {
	return html.replace(MARKS, '');
}

/** Whether the browser shows an element in one of the ways that {@link RENDERED} names. */
export function isRendered(element: Element, way: string): boolean {
	return element.getAttribute(RENDERED)?.split(' ').includes(way) === true;
}
