/**
 * How the browser shows an element, if its tag alone does not say so. The snapshot of a page writes it
 * into this attribute; HTML that was not rendered has no such attributes. Values, separated by spaces:
 * - `drawn`: on the root element: the snapshot was taken when the page had loaded
 * - `none`: it is not shown
 * - `control`: it can be clicked, and precedes something that is not shown
 * - `opens`: it is shown as soon as a box is ticked, or a link to it followed
 * - `block`, `inline`: an inline element on a separate line; a block within a line
 * - `pre`: code whose line breaks are kept
 * - `table`, `head`, `row`, `cell`: it is laid out as such a part of a table
 * - `lower-alpha` and the like: the numbers of a list (CSS `list-style-type`)
 * - `unnumbered`: a list whose numbers are not shown
 * - `replaced`: an object that could not be shown; its fallback is
 * - `struck`: it is crossed out
 * - `reversed`: its letters are shown in reverse order
 */
export const RENDERED = 'data-rendered-as';

/**
 * The text that a style sheet adds before and after the content of an element (CSS `content`), in separate
 * attributes. The number of a counter is written in it as `U+0001`, the name of its style, a space, the
 * number in figures, `U+0001`.
 */
export const GENERATED = { before: 'data-rendered-before', after: 'data-rendered-after' };

const MARKS = new RegExp(
	` (?:${RENDERED}="[a-z -]*"|(?:${GENERATED.before}|${GENERATED.after})="[^"]*")`,
	'g',
);

/** The HTML of a snapshot without these attributes. */
export function withoutMarks(html: string): string {
	return html.replace(MARKS, '');
}

/** Whether the browser shows an element in one of the ways listed at {@link RENDERED}. */
export function isRendered(element: Element, way: string): boolean {
	return element.getAttribute(RENDERED)?.split(' ').includes(way) === true;
}
