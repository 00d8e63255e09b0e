/** Cells of text lines begin in lower case to this share at least. */
const MAX_LOWER_SHARE = 0.4;

/** A mark or number of a list, and nothing else. */
const LIST_MARK = /^(?:[^\p{L}\p{N}\s]|\[[ x]\]|\(?\p{L}[.)]|\(?\d{1,3}[.)])$/u;

/** Whether cells are items of a list with their marks, or lines of text, which go on in lower case. */
export function isNoTable(cells: readonly string[][]): boolean {
	const isList = ([mark = '', ...texts]: readonly string[]) =>
		texts.length === 1 && (mark === '' || LIST_MARK.test(mark));
	if (cells.every(isList)) return true;
	const texts = cells.flat().filter((text) => text !== '');
	const lower = texts.filter((text) => /^\p{Ll}{2}/u.test(text));
	return lower.length >= texts.length * MAX_LOWER_SHARE;
}
