/** Number of characters on each side of raised text by which it is found again. */
export const CONTEXT = 12;

/** Ends of lines, cells and paragraphs, and the characters of fields and pictures. */
const CONTROL = /[\0-\x1f]/;

/** Text above the line, and what surrounds it in its paragraph or cell. */
export interface RaisedText {
	before: string;
	text: string;
	after: string;
	/** Whether its paragraph begins with `before`, and ends with `after`. */
	isWhole: { start: boolean; end: boolean };
}

/**
 * @param before the text before, as many characters as the context has, or all there are
 * @param after the same after it
 */
export function raisedText(before: string, text: string, after: string): RaisedText {
	const [run = '', ...lines] = text.split(CONTROL);
	const nearest = before.split(CONTROL).at(-1) ?? '';
	const [next = ''] = lines.length > 0 ? [] : after.split(CONTROL, 1);
	const isWhole = { start: nearest.length < CONTEXT, end: next.length < CONTEXT };
	return { before: nearest, text: run, after: next, isWhole };
}
