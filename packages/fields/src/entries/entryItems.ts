import { LOOSE_START, type Piece } from './alignment.ts';
import type { Part } from './parts.ts';

/**
 * The texts of the elements at a place of an entry: of those in it, or of it and those like it beside it.
 * @param prefix what all entries have in front there: a label
 */
export function itemsOf({ part, text }: Piece, prefix: string): string[] {
	const inner = toldIn(part);
	const own = part.own.reduce((sum, one) => sum + one.text.length, 0);
	// "<b>Fast</b> charging" is one value.
	const isDivided = inner.length > 1 || part.own.some((one) => /[,;|·•:：]$/u.test(one.text));
	if (isDivided && own * 2 < part.text.length) {
		const beside = part.own.filter(
			(one) => !/[:：]$/u.test(one.text) && one.text !== prefix.trim(),
		);
		const all = [...beside, ...inner.map((one) => ({ text: one.text, at: one.start }))];
		return all
			.toSorted((one, other) => one.at - other.at)
			.map((one) => one.text.replace(LOOSE_START, ''));
	}
	const { parent, kind } = part.outer;
	const beside = parent === undefined ? [] : toldIn(parent);
	const like = beside.filter((one) => one.kind === kind);
	const areItems = like.length > 1 && (like.length === beside.length || kind.includes('.'));
	return areItems ? like.map((one) => one.text) : [text];
}

const toldIn = ({ children }: Part): Part[] => children.filter(({ text }) => text !== '');
