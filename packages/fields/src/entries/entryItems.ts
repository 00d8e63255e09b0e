import type { Piece } from './alignment.ts';
import type { Column } from './columns.ts';
import type { Part } from './parts.ts';

/**
 * The texts of an entry for a field that takes several: those of the elements at its place, or of all pictures or
 * links of the entry.
 * @param columns all of the list that the entry is in
 */
export function textsOf(
	{ kind, pieces }: Column,
	columns: readonly Column[],
	row: number,
): readonly string[] {
	const piece = pieces[row];
	if (piece === undefined) return [];
	const texts =
		kind === 'text'
			? itemsOf(piece)
			: columns.flatMap((column) => (column.kind === kind ? (column.pieces[row]?.text ?? []) : []));
	return [...new Set(texts)];
}

/** The texts of the elements in a part, or of it and those like it beside it. */
function itemsOf({ part, text }: Piece): string[] {
	const inner = toldIn(part);
	const own = part.own.reduce((sum, one) => sum + one.text.length, 0);
	if (inner.length > 1 && own * 2 < part.text.length) return inner.map((one) => one.text);
	const { parent, kind } = part.outer;
	const beside = parent === undefined ? [] : toldIn(parent);
	const like = beside.filter((one) => one.kind === kind);
	const areItems = like.length > 1 && (like.length === beside.length || kind.includes('.'));
	return areItems ? like.map((one) => one.text) : [text];
}

const toldIn = ({ children }: Part): Part[] => children.filter(({ text }) => text !== '');
