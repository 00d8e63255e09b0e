/** If at least this share of cells begins in lower case, they are lines of text. */
const MAX_LOWER_SHARE = 0.4;

/** A list mark or number, and nothing else. */
const LIST_MARK = /^(?:[^\p{L}\p{N}\s]|\[[ x]\]|\(?\p{L}[.)]|\(?\d{1,3}[.)])$/u;

/** Whether cells are list items with their marks, or lines of text, which continue in lower case. */
export function isNoTable(cells: readonly string[][]): boolean {
	const isList = ([mark = '', ...texts]: readonly string[]) =>
		texts.length === 1 && (mark === '' || LIST_MARK.test(mark));
	if (cells.every(isList)) return true;
	const texts = cells.flat().filter((text) => text !== '');
	const lower = texts.filter((text) => /^\p{Ll}{2}/u.test(text));
	return lower.length >= texts.length * MAX_LOWER_SHARE;
}
